import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { currencyCodes, isCurrency } from './currencies'
import { differsFromIso, formatMajor, minorUnitExponent, parseMajor } from './minor-units'
import { randomNumbers } from '@/scripts/lib/random-numbers.mjs'

const minor = (amount: number) => ({ isValid: true, minor: amount })
const refused = (reason: string) => ({ isValid: false, reason })

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

  it('is the shop’s override if there is one', () => {
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

  it('is known only for three letters in upper case', () => {
    expect(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
    for (const code of ['eur', 'EU', 'EURO', '', 'XXQ', 'EUR ']) expect(isCurrency(code)).toBe(false)
  })
})

describe('the table in docs/gateway.md', () => {
  it('agrees with the code for every currency', () => {
    const document = readFileSync(path.resolve(import.meta.dirname, '../../../docs/gateway.md'), 'utf8')
    const table = new Map(
      [...document.matchAll(/^\| (\d) +\| ([A-Z]{3}(?: [A-Z]{3})*) +\|$/gm)].flatMap(([, exponent, codes]) =>
        (codes ?? '').split(' ').map((code) => [code, Number(exponent)] as const),
      ),
    )
    expect(table.size).toBeGreaterThan(30)
    const known = [...table.keys(), ...currencyCodes]
    expect(known.map((code) => [code, minorUnitExponent(code)])).toEqual(
      known.map((code) => [code, table.get(code) ?? 2]),
    )
    expect([...table.keys()].filter((code) => !isCurrency(code))).toEqual([])
  })
})

describe('an amount in major units, as it is written here', () => {
  it.each([
    ['65', 2, minor(6500)],
    ['65.00', 2, minor(6500)],
    ['65.', 2, minor(6500)],
    ['007', 0, minor(7)],
    ['12.345', 3, minor(12_345)],
    ['90071992547409.91', 2, minor(Number.MAX_SAFE_INTEGER)],
    ['90071992547409.92', 2, refused('too_big')],
    ['9'.repeat(400), 0, refused('too_big')],
    ['12.345', 2, refused('too_many_decimals')],
    ['0.0', 0, refused('too_many_decimals')],
    ['65,00', 2, refused('not_a_number')],
    ['1,234.50', 2, refused('not_a_number')],
    ['-1', 2, refused('not_a_number')],
    ['.5', 2, refused('not_a_number')],
    ['', 2, refused('not_a_number')],
  ])('%j with %i decimals: %o', (text, exponent, expected) => {
    expect(parseMajor(text, exponent)).toEqual(expected)
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
    const random = randomNumbers(20261121)
    const amounts = Array.from({ length: 40 }, () =>
      Math.floor(random() * 10 ** Math.floor(1 + random() * 15.9)),
    )
    for (const currency of currencyCodes) {
      for (const override of [undefined, 0, 1, 2, 3, 4]) {
        const exponent = minorUnitExponent(currency, override === undefined ? {} : { [currency]: override })
        for (const amount of [0, 1, 9, 10, Number.MAX_SAFE_INTEGER, ...amounts]) {
          const text = formatMajor(amount, exponent)
          const back = parseMajor(text, exponent)
          if (!back.isValid || back.minor !== amount) wrong.push([currency, exponent, text, back])
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
