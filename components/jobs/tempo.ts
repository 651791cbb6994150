import type { TaskDetail } from '@/lib/jobs/schema'
import { progressOf } from './stage'

/** How fast a job goes and how long it still takes, as people say it: round numbers, no seconds. */
export interface Tempo {
  pace: { unit: 'second' | 'minute'; count: number }
  /** Null while it is unknown how much is left. */
  left: { unit: 'soon' } | { unit: 'minutes' | 'hours'; count: number } | null
}

/** Null where it stands still, or has only begun. */
export function tempoOf(task: TaskDetail): Tempo | null {
  if (!task.pace) return null
  const { done, of } = progressOf(task)
  return {
    pace:
      task.pace >= 1
        ? { unit: 'second', count: rounded(task.pace) }
        : { unit: 'minute', count: Math.max(1, rounded(task.pace * 60)) },
    left: of === null ? null : leftOf((of - done) / task.pace),
  }
}

function leftOf(seconds: number): Tempo['left'] {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return { unit: 'soon' }
  return minutes < 90
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.round(minutes / 60) }
}

/** To two digits that count. */
const rounded = (value: number): number => Number(value.toPrecision(value < 10 ? 1 : 2))
