'use client'
import { Fragment, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { AgainIn, useCountdown } from '@/components/time/again-in'
import type { JobDetail } from '@/lib/jobs/schema'
import { cx } from '@/components/ui/cx'
import { isUnderWay, progressOf } from './stage'

export function JobProgress({ job }: { job: JobDetail }) {
  const t = useTranslations('jobs')
  const { pace, left } = useSpeedTexts(job)
  const waiting = useSecondsUntil(job.waiting_until)
  const texts = [pace, left].filter((words) => words !== null)
  if (!isUnderWay(job)) return null
  const { done, of } = progressOf(job)
  const isSending = job.state === 'running' || job.state === 'cancelling'
  const text = isSending
    ? t('sentOf', { done, total: of ?? done })
    : of !== null
      ? t('checkedOf', { done, total: of })
      : t(job.state === 'reading' ? 'readSoFar' : 'checked', { done, count: done })
  return (
    <div className="grid gap-1.5">
      <Bar label={t('progress')} done={done} of={of} text={text} />
      <p className="flex flex-wrap justify-between gap-x-4 text-md text-muted">
        <span className="tabular-nums">
          <span className="text-text">{text}</span>
          {texts.map((words) => (
            <Fragment key={words}>
              {' · '}
              <span className="whitespace-nowrap">{words}</span>
            </Fragment>
          ))}
          {waiting > 0 && ' · '}
          <AgainIn seconds={waiting} />
        </span>
        <span>{t('leave')}</span>
      </p>
    </div>
  )
}

/** Counts down the seconds until `at`, starting when mounted. */
function useSecondsUntil(at: string | null): number {
  const [left, begin] = useCountdown()
  useEffect(() => begin(at === null ? 0 : Math.ceil((Date.parse(at) - Date.now()) / 1000)), [at, begin])
  return left
}

/** Returns the speed and the remaining time as texts; each null while unknown. */
export function useSpeedTexts(job: JobDetail): { pace: string | null; left: string | null } {
  const t = useTranslations('jobs')
  const speed = speedOf(job)
  if (!speed) return { pace: null, left: null }
  const { pace, left } = speed
  return {
    pace: t(`pace.${pace.unit}`, { count: pace.count }),
    left: left && (left.unit === 'soon' ? t('left.soon') : t(`left.${left.unit}`, { count: left.count })),
  }
}

interface BarProps {
  label: string
  done: number
  of: number | null
  text: string
}

/** A progress bar; indeterminate while the total is unknown. */
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

/** Speed and remaining time, rounded for people. */
interface Speed {
  pace: { unit: 'second' | 'minute'; count: number }
  /** Null while the remaining number of rows is unknown. */
  left: { unit: 'soon' } | { unit: 'minutes' | 'hours'; count: number } | null
}

/** Returns null if the job is stopped or has just begun. */
export function speedOf(job: JobDetail): Speed | null {
  if (!job.pace) return null
  const { done, of } = progressOf(job)
  return {
    pace:
      job.pace >= 1
        ? { unit: 'second', count: rounded(job.pace) }
        : { unit: 'minute', count: Math.max(1, rounded(job.pace * 60)) },
    left: of === null ? null : leftOf((of - done) / job.pace),
  }
}

function leftOf(seconds: number): Speed['left'] {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return { unit: 'soon' }
  return minutes < 90
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.round(minutes / 60) }
}

/** Rounds to two significant digits, or to one below 10. */
const rounded = (value: number): number => Number(value.toPrecision(value < 10 ? 1 : 2))
