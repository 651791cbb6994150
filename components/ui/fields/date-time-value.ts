import { parseAbsolute, type ZonedDateTime } from '@internationalized/date'

/** Converts ISO 8601 with any offset to the same instant in the zone. Returns null for null and for invalid text. */
export function readZoned(iso: string | null, timeZone: string): ZonedDateTime | null {
  if (!iso) return null
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? null : parseAbsolute(at.toISOString(), timeZone)
}

/**
 * Formats as `2026-11-24T12:00:00+01:00`, as the API wants: seconds are 0, and the zone's name in brackets is left out.
 */
export function toOffsetString(at: ZonedDateTime): string {
  return at
    .set({ second: 0, millisecond: 0 })
    .toString()
    .replace(/\[.*\]$/, '')
}

/**
 * Whether the year is typed to its end and the time can be written with an offset in hours and minutes. Before time
 * zones, a place's offset had seconds: Berlin's was +00:53:28.
 */
export const isWhole = (at: ZonedDateTime): boolean => at.year >= 1000 && at.offset % 60_000 === 0
