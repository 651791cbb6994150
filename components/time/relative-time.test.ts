import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time'

const now = new Date('2026-11-21T12:00:00Z')
const from = (ms: number) => relativeTime(new Date(now.getTime() + ms), now, 'UTC', 'en')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('relativeTime', () => {
  it.each([
    [0, { key: 'now' }],
    [-4_999, { key: 'now' }],
    [-12_000, { key: 'secondsAgo', count: 12 }],
    [-119_000, { key: 'minutesAgo', count: 1 }],
    [-2 * hour, { key: 'hoursAgo', count: 2 }],
    [-20 * hour, { key: 'yesterday' }],
    [-3 * day, { key: 'daysAgo', count: 3 }],
    [-8 * day, { key: 'date', date: '13 Nov' }],
    [-400 * day, { key: 'date', date: '17 Oct 2025' }],
    [30 * minute, { key: 'inMinutes', count: 30 }],
    [20 * hour, { key: 'tomorrow' }],
    [6 * day, { key: 'inDays', count: 6 }],
    [90 * day, { key: 'date', date: '19 Feb 2027' }],
  ])('%i ms away is %o', (ms, expected) => {
    expect(from(ms)).toEqual(expected)
  })

  it('stays with hours across midnight while it is a matter of hours', () => {
    const night = new Date('2026-11-22T01:00:00Z')
    expect(relativeTime(new Date('2026-11-21T23:00:00Z'), night, 'UTC', 'en')).toEqual({
      key: 'hoursAgo',
      count: 2,
    })
  })
})
