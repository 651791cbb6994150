'use client'
import { useLocale, useTranslations } from 'use-intl'
import { formatExact } from '@/lib/core/format/dates'
import { relativeTime } from '@/lib/core/format/relative-time'
import { TimeText } from '../ui/text/time-text'
import { useClock, useViewerTimeZone } from './clock'

export interface RelativeTimeProps {
  /** ISO 8601. */
  at: string
  className?: string
  /** Renders `<time>` without tooltip and tab stop, where the exact time appears elsewhere. */
  isPlain?: boolean
}

/** "2 min ago", updated while the page is open, with the exact time and its zone on hover and focus. */
export function RelativeTime({ at, className, isPlain }: RelativeTimeProps) {
  const text = useRelativeText()
  const timeZone = useViewerTimeZone()
  const locale = useLocale()
  const date = new Date(at)
  if (isPlain) {
    return (
      <time dateTime={at} className={className}>
        {text(date)}
      </time>
    )
  }
  return (
    <TimeText
      dateTime={at}
      text={text(date)}
      exact={formatExact(date, timeZone, locale)}
      className={className}
    />
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
