import 'server-only'
import { lenientDateTime, toInterfaceTime, zonedDateTime } from '../../gateway/values/schemas'

/**
 * Formats a date for the gateway (`YYYY-MM-DDThh:mm:ss+hh:mm`), in its own zone; null if it is invalid or has no
 * zone. Drops fractions of a second; accepts a space instead of T, and missing seconds.
 */
export function toZoned(text: string): string | null {
  const given = text
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})[ t]/, '$1T')
    .replace(/(?<!\s)\s+(?=[+-]|z$)/i, '')
  const whole = given.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?=Z|[+-])/i, '$1:00').replace(/z$/, 'Z')
  if (!lenientDateTime.safeParse(whole).success) return null
  const zoned = toInterfaceTime(whole)
  return zonedDateTime.safeParse(zoned).success ? zoned : null
}

/** Adds days by the clock of the date's own zone. `given`: from {@link toZoned}. */
export function addDays(given: string, days: number): string {
  const local = new Date(`${given.slice(0, 19)}Z`)
  local.setUTCDate(local.getUTCDate() + days)
  return local.toISOString().slice(0, 19) + given.slice(19)
}

/** A moment (ms) in the zone of `like`. */
export function inZoneOf(like: string, moment: number): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d{2}):(\d{2})$/.exec(like) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return new Date(moment + offset).toISOString().slice(0, 19) + `${sign}${hours}:${minutes}`
}
