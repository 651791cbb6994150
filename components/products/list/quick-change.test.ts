import { describe, expect, test } from 'vitest'
import { changeBetween, expectation, valuesAfterConflict } from './use-quick-change'

const held = { amount: 6500, currency: 'EUR', infinite: false, quantity: 5 }

describe('what is sent', () => {
  test('sends the price alone, and only while amount and currency are unchanged', () => {
    expect(changeBetween('price', held, { ...held, amount: 7000 })).toEqual({ amount: 7000 })
    expect(expectation('price', held)).toEqual({ amount: 6500, currency: 'EUR' })
    expect(changeBetween('price', held, held)).toBeNull()
  })

  test('sends the stock alone if it was limited before', () => {
    expect(changeBetween('stock', held, { ...held, quantity: 9 })).toEqual({ quantity: 9 })
    expect(changeBetween('stock', held, { ...held, infinite: true })).toEqual({ infinite: true })
    const unlimited = { ...held, infinite: true, quantity: null }
    expect(changeBetween('stock', unlimited, held)).toEqual({ infinite: false, quantity: 5 })
    expect(expectation('stock', unlimited)).toEqual({ infinite: true })
    expect(expectation('stock', held)).toEqual({ infinite: false, quantity: 5 })
  })

  test('sends nothing if the value before is not known', () => {
    expect(changeBetween('stock', held, { ...held, infinite: null, quantity: null })).toBeNull()
    expect(changeBetween('price', held, { ...held, amount: null })).toBeNull()
  })
})

test('returns the current values after a conflict', () => {
  expect(valuesAfterConflict(held, { quantity: 4 })).toEqual({ ...held, quantity: 4 })
})
