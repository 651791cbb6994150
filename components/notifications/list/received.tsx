'use client'
import { useLocale, useNow, useTranslations } from 'use-intl'
import { useClock, useViewerTimeZone } from '@/components/time/clock'
import { Badge } from '@/components/ui/text/badge'
import { calendarDays, formatDay, formatExact, formatTime } from '@/lib/core/format/dates'

/** How long a newly arrived row is marked. */
const newMs = 60_000

/**
 * Shows the time to the second for today and the date otherwise, with a mark for rows that have just arrived.
 */
export function Received({ at: text }: { at: string }) {
  const locale = useLocale()
  const now = useClock()
  const timeZone = useViewerTimeZone()
  const at = new Date(text)
  const isToday = calendarDays(at, now, timeZone) === 0
  return (
    <>
      <time
        dateTime={text}
        title={formatExact(at, timeZone, locale)}
        className="font-mono text-xs text-muted"
      >
        {!isToday && `${formatDay(at, now, timeZone, locale)}, `}
        {formatTime(at, timeZone, { hasSeconds: isToday })}
      </time>
      <NewMark at={at} />
    </>
  )
}

export function NewMark({ at }: { at: Date }) {
  const t = useTranslations('notifications.live')
  // The time the page was rendered, by the server's clock, which also stamps notifications.
  const opened = useNow()
  const now = useClock()
  if (at <= opened || now.getTime() - at.getTime() > newMs) return null
  return (
    <Badge tone="info" className="ms-2">
      {t('new')}
    </Badge>
  )
}
