'use client'
import { useLocale } from 'use-intl'
import { calendarDays, formatExact, formatOffset, formatTime } from '@/lib/core/format/dates'
import { useClock, useViewerTimeZone } from './clock'

/** "14:02:11 +01:00", with the day where that is not today. */
export function ExactTime({ at }: { at: string }) {
  const locale = useLocale()
  const now = useClock()
  const timeZone = useViewerTimeZone()
  const date = new Date(at)
  const isToday = calendarDays(date, now, timeZone) === 0
  return (
    <time dateTime={at} className="text-sm whitespace-nowrap text-muted tabular-nums">
      {isToday
        ? `${formatTime(date, timeZone, { seconds: true })} ${formatOffset(date, timeZone)}`
        : formatExact(date, timeZone, locale)}
    </time>
  )
}
