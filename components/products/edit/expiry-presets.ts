import {
  endOfMonth,
  endOfYear,
  parseAbsolute,
  toCalendarDateTime,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'
import { toOffsetString, readZoned } from '@/components/ui/fields/date-time-value'
import type { ExpiryPreset } from './expiry-field'

const lastMinute = (day: ZonedDateTime) => day.set({ hour: 23, minute: 59, second: 0, millisecond: 0 })

/**
 * Returns ISO 8601 with the offset of `timeZone` at that moment. Day presets keep the time of day; the ends of month
 * and year are at 23:59.
 */
export function presetMoment(preset: ExpiryPreset, now: Date, timeZone: string): string {
  const today = parseAbsolute(now.toISOString(), timeZone)
  switch (preset) {
    case 'days7':
      return toOffsetString(today.add({ days: 7 }))
    case 'days30':
      return toOffsetString(today.add({ days: 30 }))
    case 'endOfMonth': {
      const end = lastMinute(endOfMonth(today))
      // During the last minute of the month, use the end of the next month.
      return toOffsetString(end.compare(today) > 0 ? end : lastMinute(endOfMonth(today.add({ days: 1 }))))
    }
    case 'endOfYear': {
      const end = lastMinute(endOfYear(today))
      return toOffsetString(end.compare(today) > 0 ? end : lastMinute(endOfYear(today.add({ days: 1 }))))
    }
  }
}

/** Returns the same wall-clock time in another zone: “18:00” stays 18:00. Returns null for an invalid time. */
export function sameClockTime(iso: string, from: string, to: string): string | null {
  const zoned = readZoned(iso, from)
  return zoned && toOffsetString(toZoned(toCalendarDateTime(zoned), to))
}
