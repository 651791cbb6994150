'use client'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useClock, useViewerTimeZone } from '@/components/time/clock'
import { TimeText } from '@/components/ui/time-text'
import { formatExact } from '@/lib/core/format/dates'
import { soonMs, timeLeft } from './time-left'

/** How long it can still be paid, by the second in the last hour; when exactly that ends is one hover away. */
export function Countdown({ at }: { at: string }) {
  const t = useTranslations('checkouts.left')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const end = Date.parse(at)
  const ms = end - useSeconds(end)
  if (ms <= 0) return null
  const { key, ...units } = timeLeft(ms)
  return (
    <TimeText
      dateTime={at}
      text={t(key, units)}
      exact={formatExact(new Date(at), timeZone, locale)}
      className="tabular-nums"
    />
  )
}

/** The present moment in ms, each second while the end is near. */
function useSeconds(end: number): number {
  const clock = useClock().valueOf()
  const [tick, setTick] = useState(0)
  const isSoon = end - clock <= soonMs && end > clock
  useEffect(() => {
    if (!isSoon) return
    const timer = setInterval(() => setTick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isSoon])
  return Math.max(clock, tick)
}
