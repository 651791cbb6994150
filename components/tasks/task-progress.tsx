'use client'
import { useTranslations } from 'use-intl'
import type { TaskDetail } from '@/lib/contracts/task'
import { cx } from '../ui/cx'
import { isMoving, progressOf } from './stage'

/** How far a job is, counted, while it goes on by itself. */
export function TaskProgress({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  if (!isMoving(task)) return null
  const { done, of } = progressOf(task)
  const isSending = task.state === 'running' || task.state === 'cancelling'
  const text = isSending
    ? t('sentOf', { done, total: of ?? done })
    : of !== null
      ? t('checkedOf', { done, total: of })
      : t(task.state === 'reading' ? 'readSoFar' : 'checked', { done, count: done })
  return (
    <div className="grid gap-1.5">
      <Bar label={t('progress')} done={done} of={of} text={text} />
      <p className="flex flex-wrap justify-between gap-x-4 text-md text-muted">
        <span className="text-text tabular-nums">{text}</span>
        <span>{t('leave')}</span>
      </p>
    </div>
  )
}

interface BarProps {
  label: string
  done: number
  /** Null where it is not known. */
  of: number | null
  text: string
}

/** A bar that fills; where nobody knows how much there is, it only lives. */
export function Bar({ label, done, of, text }: BarProps) {
  const isKnown = of !== null && of > 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={isKnown ? of : undefined}
      aria-valuenow={isKnown ? done : undefined}
      aria-valuetext={text}
      className="h-1.5 overflow-hidden rounded-full bg-border"
    >
      <div
        className={cx('h-full rounded-full bg-accent transition-[width]', !isKnown && 'animate-shimmer')}
        style={{ width: isKnown ? `${Math.min(100, (done / of) * 100)}%` : '35%' }}
      />
    </div>
  )
}
