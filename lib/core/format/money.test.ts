import { describe, expect, it } from 'vitest'
import { formatMoney, roundedFrom, formatMoneyIn } from './money'

describe('formatMoney', () => {
  it.each([
    [6500, 'EUR', 2, '€65.00'],
    [12400, 'JPY', 0, '¥12,400'],
    [3850, 'BYN', 2, 'BYN\u00a038.50'],
    [9750, 'KWD', 3, 'KWD\u00a09.750'],
    [5, 'USD', 2, '$0.05'],
    [0, 'EUR', 2, '€0.00'],
    [-6500, 'EUR', 2, '−€65.00'],
    [123456789012345, 'EUR', 2, '€1,234,567,890,123.45'],
    [100, 'CLF', 4, 'CLF\u00a00.0100'],
  ])('%i %s with %i decimals is %s', (minor, currency, exponent, text) => {
    expect(formatMoney(minor, currency, exponent)).toBe(text)
  })

  it('takes the decimals it is given, not those Intl knows', () => {
    expect(formatMoney(500, 'JPY', 2)).toBe('¥5.00')
  })

  it('refuses what is no integer of minor units', () => {
    expect(() => formatMoney(1.5, 'EUR', 2)).toThrow(RangeError)
  })
})

describe('what a price was before it was rounded', () => {
  it.each<[number, string, number, number, string | null]>([
    [1005, '10', 1106, 2, '11.055'],
    // Rounded to a step; the result has the currency's decimals.
    [1050, '10', 1160, 2, '11.55'],
    [1000, '10', 1150, 2, '11.00'],
    [1000, '10', 1100, 2, null],
    [333, '-12.3456', 292, 2, '2.91889152'],
    [1, '-99.9999', 1, 2, '0.00000001'],
    [1001, '0.0001', 1002, 0, '1,001.001001'],
    [100, '10', 200, 0, '110'],
    [9750, '1', 9850, 3, '9.8475'],
    [9_007_199_254_740_991, '0.0001', 9_007_208_261_940_246, 2, '90,072,082,619,402.45740991'],
  ])('%d by %s%% to %d, to %d decimals: %s', (before, percent, after, exponent, exact) =>
    expect(roundedFrom(before, after, percent, exponent)).toBe(exact),
  )
})

it.each([
  [6500, 'EUR', 2, 'en', /^€65\.00$/],
  [6500, 'EUR', 2, 'de', /^65,00 €$/],
  [123450, 'EUR', 2, 'fr', /^1 234,50 €$/],
  [9750, 'KWD', 3, 'ar', /9\.750/],
  [12400, 'JPY', 0, 'ja', /12,400/],
  [9007199254740991, 'EUR', 2, 'de', /90\.071\.992\.547\.409,91/],
  [6500, 'EUR', 2, 'xh_', /^€65\.00$/],
  [6500, 'nonsense', 2, 'de', /^nonsense 65\.00$/],
])('%i %s with %i decimals in %s', (minor, currency, exponent, language, text) => {
  const found = formatMoneyIn(minor, currency, exponent, language).replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(found).toMatch(text)
})
