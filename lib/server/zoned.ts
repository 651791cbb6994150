import 'server-only'
import { lenientDateTime, toInterfaceTime, zonedDateTime } from '../gateway/values'

/**
 * A date as the gateway wants it (`YYYY-MM-DDThh:mm:ss+hh:mm`), in the zone it was given in; null where it is none
 * or has no zone. Fractions of a second are dropped, and a space instead of T and missing seconds forgiven.
 */
export function toZoned(text: string): string | null {
  const given = text
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})[ t]/, '$1T')
    .replace(/\s+(?=[+-]|z$)/i, '')
  const whole = given.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?=Z|[+-])/i, '$1:00').replace(/z$/, 'Z')
  if (!lenientDateTime.safeParse(whole).success) return null
  const zoned = toInterfaceTime(whole)
  return zonedDateTime.safeParse(zoned).success ? zoned : null
}

/** The same date so many days later by its own clock, in its own zone. `given` as {@link toZoned} gives it. */
export function addDays(given: string, days: number): string {
  const local = new Date(`${given.slice(0, 19)}Z`)
  local.setUTCDate(local.getUTCDate() + days)
  return local.toISOString().slice(0, 19) + given.slice(19)
}

/** A moment (ms) on the clock of the zone that `like` is in. */
export function inZoneOf(like: string, moment: number): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d{2}):(\d{2})$/.exec(like) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
  return new Date(moment + offset).toISOString().slice(0, 19) + `${sign}${hours}:${minutes}`
}
