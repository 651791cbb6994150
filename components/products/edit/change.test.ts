import { describe, expect, it } from 'vitest'
import { productUpdate } from '@/lib/gateway/products/product'
import { changeOf, expectOf, merge, mergedValues } from './change'
import { newValues, type ProductValues } from './values'

const base: ProductValues = {
  ...newValues,
  name: 'Paper',
  description: 'Laid',
  amount: 6500,
  infinite: false,
  quantity: 5,
  immortal: false,
  expired_at: '2026-11-27T18:00:00+01:00',
  visible_fields: ['email'],
  return_url: 'https://shop.example/thanks',
}

describe('changeOf', () => {
  it.each<[string, Partial<ProductValues>, Record<string, unknown>]>([
    ['nothing', {}, {}],
    ['a price', { amount: 7000 }, { amount: 7000 }],
    ['the same moment in another zone is no change', { expired_at: '2026-11-27T17:00:00Z' }, {}],
    ['a number in stock, without the switch', { quantity: 9 }, { quantity: 9 }],
    ['unlimited, without a number', { infinite: true, quantity: 9 }, { infinite: true }],
    ['no expiry, without a date', { immortal: true }, { immortal: true }],
    [
      'another date, without the switch',
      { expired_at: '2027-01-01T00:00:00Z' },
      { expired_at: '2027-01-01T00:00:00Z' },
    ],
    ['no buyer fields', { visible_fields: [] }, { visible_fields: [] }],
    ['the fields in another order is no change', { visible_fields: ['email'] }, {}],
    ['several', { name: 'Card', test: true }, { name: 'Card', test: true }],
  ])('sends %s', (_what, typed, sent) => {
    expect(changeOf(base, { ...base, ...typed })).toEqual(sent)
  })

  it('sends the partner of a switch that is turned off', () => {
    const unlimited: ProductValues = {
      ...base,
      infinite: true,
      quantity: undefined,
      immortal: true,
      expired_at: undefined,
    }
    const limited = {
      ...unlimited,
      infinite: false,
      quantity: 3,
      immortal: false,
      expired_at: base.expired_at,
    }
    expect(changeOf(unlimited, limited)).toEqual({
      infinite: false,
      quantity: 3,
      immortal: false,
      expired_at: base.expired_at,
    })
    expect(productUpdate.safeParse(changeOf(unlimited, { ...unlimited, infinite: false })).success).toBe(
      false,
    )
  })

  it('sends no unknown value that was not touched, and all of a value that was', () => {
    const unknown: ProductValues = {
      ...base,
      immortal: undefined,
      expired_at: undefined,
      visible_fields: undefined,
      return_url: '',
    }
    expect(changeOf(unknown, { ...unknown, visible_fields: [] })).toEqual({})
    expect(changeOf(unknown, { ...unknown, expired_at: '2027-01-01T00:00:00Z' })).toEqual({
      immortal: false,
      expired_at: '2027-01-01T00:00:00Z',
    })
    expect(changeOf(unknown, { ...unknown, immortal: true })).toEqual({ immortal: true })
  })

  it.each<[string, Partial<ProductValues>]>([
    ['the name', { name: '' }],
    ['the price', { amount: undefined }],
    ['the number in stock', { quantity: undefined }],
    ['the date', { expired_at: undefined }],
    ['the return address', { return_url: '' }],
  ])('has %s refused where it was emptied, instead of leaving it out', (_what, typed) => {
    expect(productUpdate.safeParse(changeOf(base, { ...base, ...typed })).success).toBe(false)
  })
})

describe('expectOf', () => {
  it('expects the value that it overwrites, with the flag that it depends on', () => {
    expect(expectOf(base, { ...base, amount: 7000, quantity: 9 })).toEqual({
      amount: 6500,
      currency: 'EUR',
      infinite: false,
      quantity: 5,
    })
  })
  it('expects that an unknown value is still unknown, so that nobody’s first value is overwritten', () => {
    const unknown: ProductValues = { ...base, return_url: '', visible_fields: undefined, quantity: undefined }
    const typed: ProductValues = {
      ...unknown,
      return_url: 'https://elsewhere.example',
      visible_fields: ['phone'],
      quantity: 3,
    }
    expect(expectOf(unknown, typed)).toEqual({
      return_url: null,
      visible_fields: null,
      infinite: false,
      quantity: null,
    })
  })
  it('expects nothing of a code that the form does not know, nor of a flag that is not echoed', () => {
    const open: ProductValues = { ...base, transaction_type: undefined, immortal: undefined, expired_at: '' }
    expect(
      expectOf(open, { ...open, transaction_type: 'payment', expired_at: '2027-01-01T00:00:00Z' }),
    ).toEqual({ expired_at: null })
  })
  it('expects no number of an unlimited stock, which the gateway may still have', () => {
    const unlimited: ProductValues = { ...base, infinite: true, quantity: undefined }
    expect(expectOf(unlimited, { ...unlimited, infinite: false, quantity: 3 })).toEqual({ infinite: true })
  })
})

describe('merge', () => {
  const yours = { ...base, amount: 7000, quantity: 9, name: 'Card' }

  it('adopts what changed outside only, and asks about what both sides changed', () => {
    const merged = merge(base, yours, { ...base, quantity: 4, description: 'Wove', name: 'Card' })
    expect(merged).toMatchObject({ adopted: ['description'], conflicts: ['quantity'] })
    expect(mergedValues({ base, yours, theirs: merged.theirs })).toMatchObject({
      name: 'Card',
      description: 'Wove',
      amount: 7000,
      quantity: 9,
    })
    expect(mergedValues({ base, yours, theirs: merged.theirs }, ['quantity'])).toMatchObject({ quantity: 4 })
  })

  it('sees that an amount in another currency is another price', () => {
    expect(merge(base, yours, { ...base, currency: 'JPY' })).toMatchObject({ conflicts: ['amount'] })
  })

  it('notices that a number was typed for a value that became unlimited', () => {
    const merged = merge(base, yours, { infinite: true, quantity: 4 })
    expect(merged.conflicts).toEqual(['quantity'])
    expect(mergedValues({ base, yours, theirs: merged.theirs }, ['quantity'])).toMatchObject({
      infinite: true,
      quantity: undefined,
    })
  })

  it('takes silence for no change', () => {
    expect(merge(base, yours, { expired_at: undefined, visible_fields: undefined })).toMatchObject({
      adopted: [],
      conflicts: [],
    })
  })

  it('leaves nothing to send where they did the same', () => {
    const { theirs } = merge(base, { ...base, amount: 7000 }, { ...base, amount: 7000 })
    expect(changeOf(theirs, mergedValues({ base, yours: { ...base, amount: 7000 }, theirs }))).toEqual({})
  })
})
