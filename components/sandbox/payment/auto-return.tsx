'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { navigateTo } from '../payer/send'

interface AutoReturnProps {
  /** How long the page is shown (docs/gateway.md#settings). */
  seconds: number
  to: string
  iframe: boolean
}

/** Counts down, then redirects the payer. Uses the clock, because browsers throttle timers in background tabs. */
export function AutoReturn({ seconds, to, iframe }: AutoReturnProps) {
  const t = useTranslations('sandbox.result')
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      void navigateTo(to, iframe)
    }, 250)
    return () => clearInterval(timer)
  }, [seconds, to, iframe])
  return (
    <p role="timer" className="px-6 pb-4 text-center text-sm text-muted tabular-nums max-md:px-4">
      {t('returning', { seconds: left })}
    </p>
  )
}
