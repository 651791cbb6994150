'use client'
import { RelativeTime } from './relative-time'
import { useLocale } from 'use-intl'
import { calendarDays, formatExact, formatOffset, formatTime } from '@/lib/core/format/dates'
import { useClock, useViewerTimeZone } from './clock'

interface Options {
  isPlain?: boolean
  /** With the exact time beside it, for who compares several. */
  isExact?: boolean
}

/** The tag of a sentence that holds a time: `t.rich('synced', { when: when(at) })`. */
export const when =
  (at: string, { isPlain = false, isExact = false }: Options = {}) =>
  () =>
    isExact ? (
      <>
        <RelativeTime at={at} isPlain /> · <ExactTime at={at} />
      </>
    ) : (
      <RelativeTime at={at} isPlain={isPlain} />
    )

/** "14:02:11 +01:00", with the day where that is not today. */
function ExactTime({ at }: { at: string }) {
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
