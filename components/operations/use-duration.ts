'use client'
import { useTranslations } from 'use-intl'

/** Returns a function that words a number of seconds. */
export function useDuration() {
  const t = useTranslations('diagnosis')
  return (seconds: number): string =>
    t('duration', {
      days: Math.floor(seconds / 86_400),
      hours: Math.floor(seconds / 3600) % 24,
      minutes: Math.floor(seconds / 60) % 60,
      seconds: seconds % 60,
    })
}
