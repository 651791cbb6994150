import { calendarDays, formatDay } from './dates'

/**
 * A moment relative to `now`: a message key in the namespace `time` with its number, or a plain date when it is far
 * away.
 */
export type RelativeTime =
  | { key: 'now' | 'yesterday' | 'tomorrow' }
  | { key: RelativeUnit; count: number }
  | { key: 'date'; date: string }

export type RelativeUnit =
  'secondsAgo' | 'minutesAgo' | 'hoursAgo' | 'daysAgo' | 'inSeconds' | 'inMinutes' | 'inHours' | 'inDays'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function relativeTime(at: Date, now: Date, timeZone: string, locale: string): RelativeTime {
  const ahead = at.getTime() - now.getTime()
  const distance = Math.abs(ahead)
  const isPast = ahead < 0
  if (distance < 5000) return { key: 'now' }
  if (distance < minute) return unit(isPast ? 'secondsAgo' : 'inSeconds', distance / 1000)
  if (distance < hour) return unit(isPast ? 'minutesAgo' : 'inMinutes', distance / minute)
  const days = calendarDays(now, at, timeZone)
  if (days === 0 || distance < 6 * hour) return unit(isPast ? 'hoursAgo' : 'inHours', distance / hour)
  if (days === -1) return { key: 'yesterday' }
  if (days === 1) return { key: 'tomorrow' }
  if (isPast && days > -7) return unit('daysAgo', -days)
  if (!isPast && distance < 60 * day) return unit('inDays', days)
  return { key: 'date', date: formatDay(at, now, timeZone, locale) }
}

/** Rounds down, so that it never claims more time than has passed: 119 seconds are one minute. */
function unit(key: RelativeUnit, amount: number): RelativeTime {
  return { key, count: Math.max(1, Math.floor(amount)) }
}
