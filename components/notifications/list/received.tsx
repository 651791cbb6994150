'use client'
import { useLocale, useNow, useTranslations } from 'use-intl'
import { useClock, useViewerTimeZone } from '@/components/time/clock'
import { Badge } from '@/components/ui/badge'
import { calendarDays, formatDay, formatExact, formatTime } from '@/lib/core/format/dates'

/** So long a row that arrived while somebody looks is marked. */
const newMs = 60_000

/** To the second for today, with the day for others; and a mark for what has just arrived by itself. */
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
        {formatTime(at, timeZone, { seconds: isToday })}
      </time>
      <NewMark at={at} />
    </>
  )
}

export function NewMark({ at }: { at: Date }) {
  const t = useTranslations('notifications.live')
  // When the page was made, by the server's clock, which receives them too.
  const opened = useNow()
  const now = useClock()
  if (at <= opened || now.getTime() - at.getTime() > newMs) return null
  return (
    <Badge tone="info" className="ml-2">
      {t('new')}
    </Badge>
  )
}
