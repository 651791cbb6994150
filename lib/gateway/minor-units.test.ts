import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { currencyCodes, isCurrency } from './currencies'
import { differsFromIso, formatMajor, minorUnitExponent, parseMajor } from './minor-units'

const minor = (amount: number) => ({ ok: true, minor: amount })
const refused = (reason: string) => ({ ok: false, reason })

describe('the number of decimals', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['IDR', 0],
    ['MOP', 1],
    ['KWD', 3],
    ['UGX', 2],
    ['XYZ', 2],
    ['constructor', 2],
    ['__proto__', 2],
    ['', 2],
  ])('of %s is %i', (currency, exponent) => {
    expect(minorUnitExponent(currency)).toBe(exponent)
    expect(minorUnitExponent(currency, {})).toBe(exponent)
  })

  it('is the shop’s own where it says so', () => {
    expect(minorUnitExponent('JPY', { JPY: 2 })).toBe(2)
    expect(minorUnitExponent('EUR', { EUR: 0 })).toBe(0)
    expect(minorUnitExponent('USD', { EUR: 0 })).toBe(2)
  })

  it('asks for a second look where the provider and ISO 4217 disagree, and only there', () => {
    for (const currency of ['IDR', 'IQD', 'MOP', 'UGX', 'CLF', 'STD'])
      expect(differsFromIso(currency)).toBe(true)
    for (const currency of ['EUR', 'USD', 'JPY', 'KWD', 'ISK', 'toString'])
      expect(differsFromIso(currency)).toBe(false)
    expect(differsFromIso('UGX', { UGX: 0 })).toBe(false)
    expect(differsFromIso('EUR', { EUR: 3 })).toBe(true)
  })

  it('is known for three letters in upper case only', () => {
    expect(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
    for (const code of ['eur', 'EU', 'EURO', '', 'XXQ', 'EUR ']) expect(isCurrency(code)).toBe(false)
  })
})

const fieldNotes =
  process.env.FIELD_NOTES_MD ?? path.resolve(import.meta.dirname, '../../../shared/gateway/field-notes.md')

describe.skipIf(!existsSync(fieldNotes))(
  `the provider’s table (skipped where ${fieldNotes} is missing)`,
  () => {
    it('is the one of the field notes, for every currency', () => {
      const table = new Map(
        [...readFileSync(fieldNotes, 'utf8').matchAll(/n = (\d) for ([A-Z]{3}(?: [A-Z]{3})*)/g)].flatMap(
          ([, exponent, codes]) => (codes ?? '').split(' ').map((code) => [code, Number(exponent)] as const),
        ),
      )
      expect(table.size).toBeGreaterThan(30)
      const known = [...table.keys(), ...currencyCodes]
      expect(known.map((code) => [code, minorUnitExponent(code)])).toEqual(
        known.map((code) => [code, table.get(code) ?? 2]),
      )
      expect([...table.keys()].filter((code) => !isCurrency(code))).toEqual([])
    })
  },
)

describe('an amount as a person types it', () => {
  it.each([
    ['65', 2, 6500],
    ['65.00', 2, 6500],
    ['65,5', 2, 6550],
    ['65.', 2, 6500],
    ['.5', 2, 50],
    [',5', 1, 5],
    ['  7 ', 0, 7],
    ['0', 2, 0],
    ['0.01', 2, 1],
    ['007', 0, 7],
    ['1 234,50', 2, 123450],
    ['1\u00a0234,50', 2, 123450],
    ['1\u202f234\u202f567.89', 2, 123456789],
    ['1’234.50', 2, 123450],
    ['1,234.50', 2, 123450],
    ['1.234,50', 2, 123450],
    ['1,234,567.89', 2, 123456789],
    ['1.234', 3, 1234],
    ['12.3', 1, 123],
    ['1.2345', 4, 12345],
    ['90071992547409.91', 2, Number.MAX_SAFE_INTEGER],
  ])('%j with %i decimals is %i minor units', (text, exponent, amount) => {
    expect(parseMajor(text, exponent)).toEqual(minor(amount))
  })

  it.each([
    ['12.000', 0, 'too_many_decimals'],
    ['12,000', 0, 'too_many_decimals'],
    ['12.000', 2, 'too_many_decimals'],
    ['1,234', 2, 'too_many_decimals'],
    ['65.001', 2, 'too_many_decimals'],
    ['0.0', 0, 'too_many_decimals'],
    ['90071992547409.92', 2, 'too_big'],
    ['9'.repeat(400), 0, 'too_big'],
    ['', 2, 'not_a_number'],
    [' ', 2, 'not_a_number'],
    ['.', 2, 'not_a_number'],
    ['-1', 2, 'must_be_positive'],
    [' −1 234,50', 2, 'must_be_positive'],
    ['--1', 2, 'not_a_number'],
    ['-', 2, 'not_a_number'],
    ['+1', 2, 'not_a_number'],
    ['1e3', 2, 'not_a_number'],
    ['0x10', 2, 'not_a_number'],
    ['Infinity', 2, 'not_a_number'],
    ['NaN', 2, 'not_a_number'],
    ['12 34', 2, 'not_a_number'],
    ['1 2345', 2, 'not_a_number'],
    ['1,23,456.78', 2, 'not_a_number'],
    ['1.234.567', 2, 'not_a_number'],
    ['1,2,3', 2, 'not_a_number'],
    ['1.234,567,89', 2, 'not_a_number'],
    ['1234,567.89', 2, 'not_a_number'],
    ['١٢', 2, 'not_a_number'],
    ['１２', 2, 'not_a_number'],
    ['12 €', 2, 'not_a_number'],
    ['1\n234', 2, undefined],
  ])('%j with %i decimals is refused, never guessed (%s)', (text, exponent, reason) => {
    // A line break groups like any other space.
    expect(parseMajor(text, exponent)).toEqual(reason ? refused(reason) : minor(123400))
  })
})

describe('minor units in major ones', () => {
  it.each([
    [6500, 2, '65.00'],
    [5, 2, '0.05'],
    [0, 2, '0.00'],
    [0, 0, '0'],
    [12, 0, '12'],
    [123, 1, '12.3'],
    [1, 3, '0.001'],
    [-5, 2, '-0.05'],
    [Number.MAX_SAFE_INTEGER, 4, '900719925474.0991'],
  ])('%i with %i decimals reads %s', (amount, exponent, text) => {
    expect(formatMajor(amount, exponent)).toBe(text)
  })

  it.each([0.5, Number.NaN, Infinity, 2 ** 53])('refuses %s', (amount) => {
    expect(() => formatMajor(amount, 2)).toThrow(RangeError)
  })

  it('comes back the same, for every currency and every override, over many amounts', () => {
    const wrong: unknown[] = []
    const random = seeded(20261121)
    const amounts = Array.from({ length: 40 }, () =>
      Math.floor(random() * 10 ** Math.floor(1 + random() * 15.9)),
    )
    for (const currency of currencyCodes) {
      for (const override of [undefined, 0, 1, 2, 3, 4]) {
        const exponent = minorUnitExponent(currency, override === undefined ? {} : { [currency]: override })
        for (const amount of [0, 1, 9, 10, Number.MAX_SAFE_INTEGER, ...amounts]) {
          const text = formatMajor(amount, exponent)
          for (const typed of [text, text.replace('.', ',')]) {
            const back = parseMajor(typed, exponent)
            if (!back.ok || back.minor !== amount) wrong.push([currency, exponent, typed, back])
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

/** mulberry32: the same amounts on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
