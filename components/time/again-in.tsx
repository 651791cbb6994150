'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

/**
 * Shows "again in 18 s" for the seconds left (useCountdown); nothing at 0. Place it outside live regions, which would
 * announce each second.
 */
export function AgainIn({ seconds }: { seconds: number }) {
  const t = useTranslations('time')
  return seconds > 0 && <span className="whitespace-nowrap tabular-nums">{t('again', { seconds })}</span>
}

/** Returns the seconds left of a wait (0 when it is over), and a function that starts one. */
export function useCountdown(): [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
