'use client'
import { useTranslations } from 'use-intl'

/**
 * Shows "again in 18 s" for the seconds left (useCountdown); nothing at 0. Place it outside live regions, which would
 * announce each second.
 */
export function AgainIn({ seconds }: { seconds: number }) {
  const t = useTranslations('time')
  return seconds > 0 && <span className="whitespace-nowrap tabular-nums">{t('again', { seconds })}</span>
}
