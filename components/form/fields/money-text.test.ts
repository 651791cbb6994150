import { describe, expect, it } from 'vitest'
import { bulkOperation } from '@/lib/products/bulk'
import {
  inUnit,
  moneyOfAmount,
  meaningOf,
  moneyOfValue,
  moneyValue,
  normalised,
  typedText,
} from './money-text'

const euro = { currency: 'EUR', exponent: 2 }
const yen = { currency: 'JPY', exponent: 0 }
const dinar = { currency: 'KWD', exponent: 3 }

describe('what a money field hands to the form', () => {
  it('is minor units, or null while the field is empty', () => {
    expect(moneyValue(typedText('149.90'), euro)).toBe(14990)
    expect(moneyValue(typedText('€1,234'), euro)).toBe(123_400)
    expect(moneyValue(typedText('  '), euro)).toBeUndefined()
  })

  it.each([
    ['12,345', dinar],
    ['12.345', dinar],
    ['twelve', euro],
    ['-5', euro],
    // As minor units these digits would be valid, but they are not the typed amount.
    ['9007199254741', dinar],
    ['90071992547410', euro],
    ['12,5', yen],
  ])('is invalid while %j of %o has no single meaning', (text, unit) => {
    const amount = moneyValue(typedText(text), unit)
    expect(amount).toEqual(expect.stringContaining(text))
    const order = { kind: 'set_price', currency: unit.currency, amount }
    expect(bulkOperation.safeParse(order).success).toBe(false)
    expect(moneyOfValue(amount, unit.exponent)).toEqual(typedText(text))
  })
})

describe('the text of a money field', () => {
  it('begins with the value of the form', () => {
    expect(moneyOfValue(6500, 2).text).toBe('65.00')
    expect(moneyOfValue(123_450, 2).text).toBe('1,234.50')
    expect(moneyOfValue(undefined, 2).text).toBe('')
    expect(moneyOfValue('twelve', 2).text).toBe('twelve')
  })

  it.each([
    ['€1234,5', euro, '1,234.50'],
    ['1,500', yen, '1,500'],
    ['12.5', dinar, '12.500'],
    ['', euro, ''],
    ['12,345', dinar, '12,345'],
    ['1,23,4', euro, '1,23,4'],
  ])('%j is normalised in %o as %j', (text, unit, expected) => {
    expect(normalised(typedText(text), unit).text).toBe(expected)
  })

  it('keeps the chosen meaning of an ambiguous text', () => {
    const chosen = moneyOfAmount(12_345, 3)
    expect(chosen.text).toBe('12.345')
    expect(meaningOf(chosen, dinar)).toEqual({ kind: 'amount', minor: 12_345 })
    expect(meaningOf(typedText(chosen.text), dinar)).toMatchObject({ kind: 'ambiguous' })
    expect(normalised(chosen, dinar)).toEqual(chosen)
  })

  it('keeps the meaning in another currency, or is refused there', () => {
    expect(moneyValue(moneyOfAmount(12_345, 3), euro)).toContain('12.345')
    expect(meaningOf(moneyOfAmount(12_345, 3), euro)).toMatchObject({ problem: 'too_many_decimals' })
    expect(moneyValue(moneyOfAmount(12_340, 3), euro)).toBe(1234)
    expect(moneyValue(moneyOfAmount(1200, 2), yen)).toBe(12)
    expect(moneyValue(moneyOfAmount(12_345, 0), dinar)).toBe(12_345_000)
    expect(normalised(moneyOfAmount(12_345, 0), dinar).text).toBe('12,345.000')
    expect(meaningOf(moneyOfAmount(Number.MAX_SAFE_INTEGER, 0), euro)).toMatchObject({ problem: 'too_big' })
  })
})

describe('when the shop’s decimals of the currency change', () => {
  const before = { currency: 'UGX', exponent: 2 }
  const after = { currency: 'UGX', exponent: 0 }

  it('an amount that nobody typed stays, and is written anew', () => {
    const held = inUnit(moneyOfValue(120_000, 2), before, after)
    expect([held.text, moneyValue(held, after)]).toEqual(['120,000', 120_000])
    const odd = inUnit(moneyOfValue(120_050, 2), before, after)
    expect([odd.text, moneyValue(odd, after)]).toEqual(['120,050', 120_050])
    // The focus passed over it, and they changed back.
    const back = inUnit(normalised(held, after), after, before)
    expect([back.text, moneyValue(back, before)]).toEqual(['1,200.00', 120_000])
  })

  it('a text that a person typed stays, and is read anew', () => {
    for (const typed of [typedText('1200'), normalised(typedText('1200'), before), moneyOfAmount(120_000, 2)])
      expect(moneyValue(inUnit(typed, before, after), after)).toBe(1200)
    const odd = inUnit(normalised(typedText('12.5'), before), before, after)
    expect([odd.text, meaningOf(odd, after)]).toMatchObject(['12.50', { problem: 'too_many_decimals' }])
  })

  it('an amount in a currency that a person chose stays as it was read', () => {
    const euros = inUnit(moneyOfValue(120_000, 2), euro, before)
    expect([euros.text, moneyValue(euros, before)]).toEqual(['1,200.00', 120_000])
    expect(moneyValue(inUnit(euros, before, after), after)).toBe(1200)
  })
})
