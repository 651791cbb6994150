import { describe, expect, it } from 'vitest'
import {
  calendarDays,
  formatDate,
  formatDateTime,
  formatDay,
  formatDistinctTime,
  formatExact,
  formatOffset,
  formatTime,
  isBeforeDay,
} from './dates'

const at = new Date('2026-11-21T23:05:09Z')

describe('dates', () => {
  it('writes day before month, 24 hours, in the zone asked for', () => {
    expect(formatDateTime(at, 'UTC', 'en')).toBe('21 Nov 2026, 23:05')
    expect(formatDateTime(at, 'Europe/Berlin', 'en')).toBe('22 Nov 2026, 00:05')
    expect(formatDate(at, 'Asia/Tokyo', 'en')).toBe('22 Nov 2026')
    expect(formatTime(at, 'UTC', { hasSeconds: true })).toBe('23:05:09')
  })

  it('writes days in the order and with the signs of other languages', () => {
    expect(formatDate(at, 'UTC', 'de')).toBe('21. Nov. 2026')
    expect(formatDate(at, 'UTC', 'hu')).toBe('2026. nov. 21.')
    expect(formatDay(at, new Date('2026-12-31T00:00:00Z'), 'UTC', 'de')).toBe('21. Nov.')
    expect(formatDateTime(at, 'UTC', 'ja')).toBe('2026年11月21日, 23:05')
  })

  it('writes midnight as 00, never 24', () => {
    expect(formatTime(new Date('2026-01-01T00:00:00Z'), 'UTC')).toBe('00:00')
  })

  it('says the zone of that moment, summer time included', () => {
    expect(formatExact(at, 'Europe/Berlin', 'en')).toBe('22 Nov 2026, 00:05:09 +01:00')
    expect(formatOffset(new Date('2026-07-01T00:00:00Z'), 'Europe/Berlin')).toBe('+02:00')
    expect(formatOffset(at, 'UTC')).toBe('+00:00')
    expect(formatOffset(at, 'Asia/Kolkata')).toBe('+05:30')
    expect(formatOffset(at, 'America/St_Johns')).toBe('-03:30')
  })

  it('adds the offset to a time that the clock shows twice', () => {
    const time = (iso: string, zone = 'Europe/Berlin') => formatDistinctTime(new Date(iso), zone)
    expect(time('2026-10-24T23:59:00Z')).toBe('01:59')
    expect(time('2026-10-25T00:30:00Z')).toBe('02:30 +02:00')
    expect(time('2026-10-25T01:30:00Z')).toBe('02:30 +01:00')
    expect(time('2026-10-25T02:00:00Z')).toBe('03:00')
    expect(time('2026-03-29T01:00:00Z')).toBe('03:00')
    expect(time('2027-04-03T14:45:00Z', 'Australia/Lord_Howe')).toBe('01:45 +11:00')
    expect(time('2027-04-03T15:15:00Z', 'Australia/Lord_Howe')).toBe('01:45 +10:30')
  })

  it('leaves the year away only within the same year', () => {
    expect(formatDay(at, new Date('2026-12-31T00:00:00Z'), 'UTC', 'en')).toBe('21 Nov')
    expect(formatDay(at, new Date('2027-01-01T00:00:00Z'), 'UTC', 'en')).toBe('21 Nov 2026')
  })

  it('counts days by the calendar of the zone', () => {
    const late = new Date('2026-03-28T22:30:00Z')
    const early = new Date('2026-03-28T23:30:00Z')
    expect(calendarDays(late, early, 'UTC')).toBe(0)
    expect(calendarDays(late, early, 'Europe/Berlin')).toBe(1)
    // Summer time begins in between: one day has 23 hours.
    expect(
      calendarDays(new Date('2026-03-28T12:00:00Z'), new Date('2026-03-30T12:00:00Z'), 'Europe/Berlin'),
    ).toBe(2)
  })

  it('compares a moment with a day of a zone', () => {
    expect(isBeforeDay(at, '2026-11-22', 'UTC')).toBe(true)
    expect(isBeforeDay(at, '2026-11-22', 'Europe/Berlin')).toBe(false)
    expect(isBeforeDay(at, '2026-11-21', 'UTC')).toBe(false)
    expect(isBeforeDay(at, '2026-11-21', 'America/New_York')).toBe(false)
    expect(isBeforeDay(at, '2026-11-22', 'America/New_York')).toBe(true)
  })
})
