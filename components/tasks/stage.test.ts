import { describe, expect, it } from 'vitest'
import type { TaskDetail } from '@/lib/contracts/task'
import { canCancel, canMap, canRun, progressOf, retryable } from './stage'

const none = { total: 0, pending: 0, planned: 0, invalid: 0, unchanged: 0, sending: 0 }
const nothing = { ...none, done: 0, failed: 0, unconfirmed: 0, skipped: 0 }

const task = (state: TaskDetail['state'], counts: Partial<TaskDetail['counts']> = {}, started = true) => ({
  state,
  counts: { ...nothing, ...counts },
  started_at: started ? '2026-11-21T10:00:00.000Z' : null,
  undoable: false,
  order: {},
  kind: 'products.import' as const,
  undoes: null,
  undone_by: null as string | null,
})

describe('what can be done with a job', () => {
  it('runs what is planned, and what a stop left over; not a dry run that was discarded', () => {
    expect(canRun(task('planned', { planned: 3 }, false))).toBe(true)
    expect(canRun(task('planned', { unchanged: 3 }, false))).toBe(false)
    expect(canRun(task('cancelled', { planned: 3 }))).toBe(true)
    expect(canRun(task('cancelled', { planned: 3 }, false))).toBe(false)
    expect(canRun(task('running', { planned: 3 }))).toBe(false)
  })

  it('retries what failed and what nobody knows of, once it is over', () => {
    expect(retryable(task('done', { failed: 2, unconfirmed: 1, skipped: 9 }))).toBe(3)
    expect(retryable(task('running', { failed: 2 }))).toBe(0)
    expect(retryable({ ...task('done', { failed: 2 }), undone_by: 'another' })).toBe(0)
  })

  it('is cancelled until it stops, and its columns are chosen until it starts', () => {
    expect(['planning', 'planned', 'running'].every((state) => canCancel(task(state as 'running')))).toBe(
      true,
    )
    expect(canCancel(task('cancelling'))).toBe(false)
    expect(canMap(task('planned', {}, false))).toBe(true)
    expect(canMap(task('running'))).toBe(false)
  })

  it('counts rows checked, then rows done of those that are to be sent', () => {
    expect(progressOf(task('planning', { total: 10, pending: 4 }, false))).toEqual({ done: 6, of: 10 })
    expect(progressOf({ ...task('planning', { total: 10 }), kind: 'products.bulk' })).toEqual({
      done: 10,
      of: null,
    })
    const running = task('running', { total: 10, unchanged: 2, planned: 3, sending: 1, done: 3, failed: 1 })
    expect(progressOf(running)).toEqual({ done: 4, of: 8 })
  })
})
