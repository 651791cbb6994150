import type { ReactNode } from 'react'
import { cx } from '../cx'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral'

const tones: Record<Tone, string> = {
  ok: 'border-transparent bg-accent-weak text-accent',
  warn: 'border-transparent bg-warn-weak text-warn',
  bad: 'border-transparent bg-danger-weak text-danger',
  info: 'border-transparent bg-info-weak text-info',
  neutral: 'border-border bg-sunken text-muted',
}

interface BadgeProps {
  tone?: Tone
  /** Adds a dot before the text, for states in progress. */
  hasDot?: boolean
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', hasDot = false, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full border px-2 py-px text-2xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {hasDot && <span aria-hidden className="size-[7px] forced-color-adjust-none rounded-full bg-current" />}
      {children}
    </span>
  )
}
