'use client'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatExact, calendarDays, formatDay } from '@/lib/core/format/dates'
import { useClock, useViewerTimeZone } from './clock'
import { useIsHydrated } from '../ui/hydrated'
import { useHint } from '../ui/press/use-hint'

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string
  className?: string
  /**
   * Shows the exact time in the browser's own tooltip, and while a control of its row has the keyboard's focus
   * (utilities.css). Takes no tab stop: for lists, where every row has a time.
   */
  isPlain?: boolean
}

/**
 * "2 min ago", updated while the page is open, with the exact time and its zone on hover and focus. On paper the exact
 * time stands in its place.
 */
export function RelativeTime({ at, className, isPlain }: RelativeTimeProps) {
  const text = useRelativeText()
  const exact = useExact(at)
  const date = new Date(at)
  if (isPlain) {
    return (
      <time dateTime={at} title={exact} data-exact={exact} className={className}>
        {text(date)}
      </time>
    )
  }
  return <TimeText dateTime={at} text={text(date)} exact={exact} className={className} />
}

/** Returns the exact time; undefined while the server renders, so that the document of a long list stays small. */
function useExact(at: string): string | undefined {
  const timeZone = useViewerTimeZone()
  const locale = useLocale()
  const isInBrowser = useIsHydrated()
  return useMemo(
    () => (isInBrowser ? formatExact(new Date(at), timeZone, locale) : undefined),
    [isInBrowser, at, timeZone, locale],
  )
}

/** Returns a function for the relative time as text. */
function useRelativeText(): (at: Date) => string {
  const t = useTranslations('time')
  const now = useClock()
  const timeZone = useViewerTimeZone()
  const locale = useLocale()
  return (at) => {
    const found = relativeTime(at, now, timeZone, locale)
    if (found.key === 'date') return found.date
    return 'count' in found ? t(found.key, { count: found.count }) : t(found.key)
  }
}

/**
 * A moment relative to `now`: a message key in the namespace `time` with its number, or a plain date when it is far
 * away.
 */
type Distance =
  { key: 'now' | 'yesterday' | 'tomorrow' } | { key: Unit; count: number } | { key: 'date'; date: string }

type Unit =
  'secondsAgo' | 'minutesAgo' | 'hoursAgo' | 'daysAgo' | 'inSeconds' | 'inMinutes' | 'inHours' | 'inDays'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function relativeTime(at: Date, now: Date, timeZone: string, locale: string): Distance {
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
function unit(key: Unit, amount: number): Distance {
  return { key, count: Math.max(1, Math.floor(amount)) }
}

interface TimeTextProps {
  /** ISO 8601. */
  dateTime: string
  text: string
  /** The exact time with its zone, shown on hover and focus, and on paper. Not needed while the server renders. */
  exact: string | undefined
  className?: string
}

/** A relative time that shows the exact time on hover or focus. */
export function TimeText({ dateTime, text, exact, className = '' }: TimeTextProps) {
  const { anchorProps, bubble } = useHint(exact ?? '', { delayMs: 200 })
  return (
    <>
      <time
        {...anchorProps}
        dateTime={dateTime}
        data-exact={exact}
        tabIndex={0}
        className={`rounded-xs ${className}`}
      >
        {text}
      </time>
      {bubble}
    </>
  )
}
