import { describe, expect, it } from 'vitest'
import { compact, labelled, ticksOf } from './scale'

describe('ticks', () => {
  it.each([
    [0, [0, 1]],
    [2.5, [0, 1, 2, 3]],
    [3, [0, 1, 2, 3]],
    [2806.4, [0, 1000, 2000, 3000]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [1, [0, 0.5, 1]],
    [41_208_300, [0, 20_000_000, 40_000_000, 60_000_000]],
  ])('up to %d', (max, ticks) => {
    expect(ticksOf(max)).toEqual(ticks)
  })

  it('hold any number, and are few', () => {
    for (let max = 1e-3; max < 1e17; max *= 1.7) {
      const ticks = ticksOf(max)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * 0.999_999)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThan(6)
    }
  })
})

it.each([
  [0, '0'],
  [0.05, '0.05'],
  [999, '999'],
  [1000, '1k'],
  [1500, '1.5k'],
  [2_000_000, '2M'],
  [9_007_199_254_740_991, '9010T'],
])('%d is %s', (value, text) => expect(compact(value)).toBe(text))

it('labels the ends and some between', () => {
  expect(labelled(3, 4)).toEqual([0, 1, 2])
  expect(labelled(30, 4)).toEqual([0, 10, 19, 29])
  expect(labelled(0, 4)).toEqual([])
  expect(labelled(1, 4)).toEqual([0])
})
