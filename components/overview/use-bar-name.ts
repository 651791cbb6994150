'use client'
import { useLocale, useTranslations } from 'use-intl'
import type { Statistics } from '@/lib/overview/schema'
import { formatDate, formatDay, formatTime } from '@/lib/core/format/dates'

/** An hour, a day or a week of the series, in words; short ones beneath the chart. */
export function useBarName({ zone, step, days, until }: Statistics) {
  const t = useTranslations('overview.chart')
  const locale = useLocale()
  const now = new Date(until)
  return (iso: string, isShort = false): string => {
    const at = new Date(iso)
    if (step === 'hour') {
      const time = formatTime(at, zone)
      return isShort && days === 1 ? time : `${formatDay(at, now, zone, locale)}, ${time}`
    }
    if (isShort) return formatDay(at, now, zone, locale)
    const day = formatDate(at, zone, locale)
    return step === 'week' ? t('weekOf', { day }) : day
  }
}
