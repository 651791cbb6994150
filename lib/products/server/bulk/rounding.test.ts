import { describe, expect, it } from 'vitest'
import type { RoundingMode } from '../../bulk'
import { changeByPercent } from './rounding'

const change = (amount: number, percent: string, mode: RoundingMode = 'half_even', step = 1) =>
  changeByPercent(amount, percent, { mode, step })

describe('a price changed by percent', () => {
  it.each<[number, string, RoundingMode, number, bigint]>([
    [6500, '10', 'half_even', 1, 7150n],
    [6500, '-10', 'half_even', 1, 5850n],
    // Half to even, in both directions.
    [50, '1', 'half_even', 1, 50n],
    [150, '1', 'half_even', 1, 152n],
    [5, '10', 'half_even', 1, 6n], // 5.5
    [15, '10', 'half_even', 1, 16n], // 16.5
    [15, '10', 'up', 1, 17n],
    [15, '10', 'down', 1, 16n],
    [1001, '0.0001', 'up', 1, 1002n],
    [1001, '0.0001', 'down', 1, 1001n],
    // Steps of half a currency unit and of a whole one.
    [1999, '5', 'half_even', 50, 2100n],
    [1999, '5', 'down', 50, 2050n],
    [1999, '5', 'up', 100, 2100n],
    [125, '100', 'half_even', 100, 200n], // 2.5 steps
    [175, '100', 'half_even', 100, 400n], // 3.5 steps
    [1, '-50', 'half_even', 1, 0n],
    [1, '-99.9999', 'up', 1, 1n],
    [100, '-33.3333', 'half_even', 1, 67n],
  ])('%d by %s%%, %s to %d, is %s', (amount, percent, mode, step, expected) =>
    expect(change(amount, percent, mode, step)).toBe(expected),
  )
  it('is exact where floats are not', () => {
    expect(change(9_007_199_254_740_991, '100')).toBe(18_014_398_509_481_982n)
    expect(change(110, '0.1', 'up', 1)).toBe(111n)
  })
})
