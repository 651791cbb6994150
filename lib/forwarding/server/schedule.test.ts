import { expect, it } from 'vitest'
import { secondsBeforeRetry, retryPeriodSeconds } from './queue'

const first = { count: 1, elapsed: 0, retryAfter: null, random: 0 }

it('waits longer each time, and never longer than twelve hours', () => {
  const waits = Array.from({ length: 13 }, (_, at) => secondsBeforeRetry({ ...first, count: at + 1 }))
  expect(waits).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200, 43_200, 43_200])
})

it('waits up to a fifth longer, by chance', () => {
  expect(secondsBeforeRetry({ ...first, count: 4, random: 1 })).toBe(720)
  const some = Array.from({ length: 50 }, () =>
    secondsBeforeRetry({ count: 4, elapsed: 0, retryAfter: null }),
  )
  expect(new Set(some).size).toBeGreaterThan(5)
  expect(some.every((wait) => wait !== null && wait >= 600 && wait <= 720)).toBe(true)
})

it('waits as long as the receiver asks, within twelve hours, and not less than it would itself', () => {
  expect(secondsBeforeRetry({ ...first, retryAfter: 90 })).toBe(90)
  expect(secondsBeforeRetry({ ...first, retryAfter: 1 })).toBe(5)
  expect(secondsBeforeRetry({ ...first, retryAfter: 86_400 * 30 })).toBe(43_200)
})

it('gives up after three days', () => {
  const seventh = { ...first, count: 7 }
  expect(secondsBeforeRetry({ ...seventh, elapsed: retryPeriodSeconds - 7200 })).toBe(7200)
  expect(secondsBeforeRetry({ ...seventh, elapsed: retryPeriodSeconds - 7199 })).toBeNull()
  let elapsed = 0
  let tries = 1
  for (let wait; (wait = secondsBeforeRetry({ ...first, count: tries, elapsed })) !== null; tries++)
    elapsed += wait
  expect(elapsed / 3600).toBeGreaterThan(60)
  expect(tries).toBe(14)
})

it('gives up after seven attempts at the earliest, however late they were', () => {
  const late = { ...first, elapsed: 2 * retryPeriodSeconds }
  const waits = Array.from({ length: 7 }, (_, at) => secondsBeforeRetry({ ...late, count: at + 1 }))
  expect(waits).toEqual([5, 30, 120, 600, 1800, 3600, null])
})

it('makes that many attempts within three days, even if the receiver always asks for the longest wait', () => {
  const retryAfter = 43_200
  expect(secondsBeforeRetry({ ...first, count: 6, elapsed: 5 * 43_200, retryAfter })).toBe(43_200)
  expect(secondsBeforeRetry({ ...first, count: 7, elapsed: 6 * 43_200, retryAfter })).toBeNull()
})
