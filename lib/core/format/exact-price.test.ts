import { describe, expect, it } from 'vitest'
import { roundedFrom } from './exact-price'

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
