import { describe, expect, it } from 'vitest'
import { formatMoney } from './money'

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
