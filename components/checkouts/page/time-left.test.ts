import { expect, test } from 'vitest'
import { timeLeft } from './ticket'

test.each([
  [1, { key: 'minutes', minutes: 0, seconds: '00' }],
  [61_000, { key: 'minutes', minutes: 1, seconds: '01' }],
  [3_599_999, { key: 'minutes', minutes: 59, seconds: '59' }],
  [3_600_000, { key: 'hours', hours: 1, minutes: 0 }],
  [86_399_999, { key: 'hours', hours: 23, minutes: 59 }],
  [86_400_000, { key: 'days', days: 1, hours: 0 }],
  [3 * 86_400_000 + 7_200_000, { key: 'days', days: 3, hours: 2 }],
])('%i ms', (ms, left) => expect(timeLeft(ms)).toEqual(left))
