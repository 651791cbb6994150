import { describe, expect, it } from 'vitest'
import { maxRetries, secondsBeforeRetry, type Schedule } from './queue'

describe('the documented schedule', () => {
  const random = () => 0
  const waits = (schedule: Schedule, counts: number[]) =>
    counts.map((count) => secondsBeforeRetry(schedule, count, { random }))

  it('of a card transaction grows with the third power of the count, 15 times', () => {
    expect(waits('transaction', [1, 2, 3, 15, 16])).toEqual([8, 64, 216, 29_791, null])
    expect(secondsBeforeRetry('transaction', 2, { random: () => 29 })).toBe(64 + 29 * 3)
    const seconds = Array.from(
      { length: maxRetries('transaction') },
      (_, n) => secondsBeforeRetry('transaction', n + 1, { random: () => 15 }) ?? Number.NaN,
    )
    expect(seconds.reduce((sum, next) => sum + next) / 3600).toBeCloseTo(36, 0)
  })

  it('of a payment token grows with the fourth power, twice', () => {
    expect(waits('checkout', [1, 2, 3])).toEqual([16, 31, null])
    expect(secondsBeforeRetry('checkout', 2, { random: () => 29 })).toBe(31 + 29 * 3)
  })

  it.each([
    [1, 1, 8],
    [8, 1, 1],
    [1000, 15, 29],
    [1_000_000, 15, 0],
  ])('is %i times faster where a shop says so', (speed, count, seconds) => {
    expect(secondsBeforeRetry('transaction', count, { random, speed })).toBe(seconds)
    expect(secondsBeforeRetry('transaction', 16, { random, speed })).toBeNull()
  })
})
