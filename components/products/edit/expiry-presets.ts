import {
  endOfMonth,
  endOfYear,
  parseAbsolute,
  toCalendarDateTime,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'
import { toOffsetString, toZoned as readZoned } from '@/components/ui/date-time-value'
import type { ExpiryPreset } from './expiry-field'

/** The last minute of a day. */
const lastMinute = (day: ZonedDateTime) => day.set({ hour: 23, minute: 59, second: 0, millisecond: 0 })

/** ISO 8601 with the offset of `timeZone` at that moment. Days keep the time of day, ends are at 23:59. */
export function presetMoment(preset: ExpiryPreset, now: Date, timeZone: string): string {
  const today = parseAbsolute(now.toISOString(), timeZone)
  switch (preset) {
    case 'days7':
      return toOffsetString(today.add({ days: 7 }))
    case 'days30':
      return toOffsetString(today.add({ days: 30 }))
    case 'endOfMonth': {
      const end = lastMinute(endOfMonth(today))
      // In the month's last minute the next one is meant.
      return toOffsetString(end.compare(today) > 0 ? end : lastMinute(endOfMonth(today.add({ days: 1 }))))
    }
    case 'endOfYear': {
      const end = lastMinute(endOfYear(today))
      return toOffsetString(end.compare(today) > 0 ? end : lastMinute(endOfYear(today.add({ days: 1 }))))
    }
  }
}

/** The same date and time of day in another zone: “18:00” stays 18:00. Nothing where there is none. */
export function sameClock(iso: string, from: string, to: string): string | null {
  const zoned = readZoned(iso, from)
  return zoned && toOffsetString(toZoned(toCalendarDateTime(zoned), to))
}
