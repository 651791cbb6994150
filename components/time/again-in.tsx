'use client'
import { useTranslations } from 'use-intl'

/**
 * "again in 18 s", of the seconds left (useCountdown); nothing once they are over. Stands outside of what is read aloud
 * by itself, which would say each second.
 */
export function AgainIn({ seconds }: { seconds: number }) {
  const t = useTranslations('time')
  return seconds > 0 && <span className="whitespace-nowrap tabular-nums">{t('again', { seconds })}</span>
}
