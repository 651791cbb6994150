'use client'
import { useTranslations } from 'use-intl'
import { cx } from '../ui/cx'
import type { FrameHealth } from './types'

const dots = { ok: 'bg-accent', down: 'bg-danger', unknown: 'bg-border-strong' }

/** Whether the gateway answers, and how fast, as this server last saw it. */
export function Health({ health, className }: { health: FrameHealth; className?: string }) {
  const t = useTranslations('frame.gateway')
  const { state, latency_ms: latency } = health
  const text = state !== 'ok' ? t(state) : latency === null ? t('okUntimed') : t('ok', { latency })
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-[7px] text-sm whitespace-nowrap tabular-nums',
        state === 'down' ? 'font-medium text-danger' : 'text-muted',
        className,
      )}
    >
      <span aria-hidden className={cx('size-[7px] rounded-full', dots[state])} />
      {text}
    </span>
  )
}
