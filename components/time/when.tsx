'use client'
import { useLocale } from 'use-intl'
import { calendarDays, formatExact, formatOffset, formatTime } from '@/lib/core/format/dates'
import { useClock, useViewerTimeZone } from './clock'
import { RelativeTime } from './relative-time'

interface Options {
  isPlain?: boolean
  /** Adds the exact time, for comparing several times. */
  isExact?: boolean
}

/** Returns the renderer of `<when></when>` in a message: `t.rich('synced', { when: when(at) })`. */
export const when =
  (at: string, { isPlain = false, isExact = false }: Options = {}) =>
  () =>
    isExact ? (
      <>
        <span className="print:hidden">
          <RelativeTime at={at} isPlain /> ·{' '}
        </span>
        <ExactTime at={at} />
      </>
    ) : (
      <RelativeTime at={at} isPlain={isPlain} />
    )

/** "14:02:11 +01:00", with the date unless it is today. */
function ExactTime({ at }: { at: string }) {
  const locale = useLocale()
  const now = useClock()
  const timeZone = useViewerTimeZone()
  const date = new Date(at)
  const isToday = calendarDays(date, now, timeZone) === 0
  return (
    <time dateTime={at} className="text-sm whitespace-nowrap text-muted tabular-nums">
      {isToday
        ? `${formatTime(date, timeZone, { hasSeconds: true })} ${formatOffset(date, timeZone)}`
        : formatExact(date, timeZone, locale)}
    </time>
  )
}
