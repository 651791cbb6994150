'use client'
import { useTranslations } from 'use-intl'
import { cx } from '../ui/cx'
import type { FrameHealth } from './types'

export const healthColours = {
  ok: 'bg-accent',
  unanswered: 'bg-warn',
  down: 'bg-danger',
  unusable: 'bg-danger',
  unknown: 'bg-border-strong',
  disconnected: 'bg-warn',
}

export const GatewayDot = ({ state }: Pick<FrameHealth, 'state'>) => (
  <span
    aria-hidden
    className={cx('block size-[7px] forced-color-adjust-none rounded-full', healthColours[state])}
  />
)

/** Renders nothing for a gateway that is not called. */
export function Health({ health, className }: { health: FrameHealth | null; className?: string }) {
  const t = useTranslations('frame.gateway')
  if (health === null) return null
  const { state, latency_ms: latency } = health
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-[7px] text-sm whitespace-nowrap tabular-nums',
        state === 'down' || state === 'unusable' ? 'font-medium text-danger' : 'text-muted',
        className,
      )}
    >
      <GatewayDot state={state} />
      {state === 'ok' && latency !== null ? t('okTimed', { latency }) : t(state)}
    </span>
  )
}
