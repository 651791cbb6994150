import { describe, expect, it } from 'vitest'
import type { TaskDetail } from '@/lib/jobs/schema'
import { speedOf } from './task-progress'

const task = (pace: number | null, planned: number, state: TaskDetail['state'] = 'running') =>
  ({
    state,
    pace,
    kind: 'products.bulk',
    undoes: null,
    counts: {
      total: planned,
      pending: 0,
      planned,
      sending: 0,
      done: 0,
      failed: 0,
      unconfirmed: 0,
      skipped: 0,
    },
  }) as TaskDetail

describe('how fast a job goes', () => {
  it('is not shown while the job stands still', () => {
    expect(speedOf(task(null, 100))).toBeNull()
    expect(speedOf(task(0, 100))).toBeNull()
  })

  it('is shown in round numbers, by the minute if it is slow', () => {
    expect(speedOf(task(42.7, 0))?.pace).toEqual({ unit: 'second', count: 43 })
    expect(speedOf(task(4321, 0))?.pace).toEqual({ unit: 'second', count: 4300 })
    expect(speedOf(task(3.4, 0))?.pace).toEqual({ unit: 'second', count: 3 })
    expect(speedOf(task(0.2, 0))?.pace).toEqual({ unit: 'minute', count: 12 })
    expect(speedOf(task(0.001, 0))?.pace).toEqual({ unit: 'minute', count: 1 })
  })

  it('shows the remaining minutes, then hours; nothing if the number of rows is unknown', () => {
    expect(speedOf(task(40, 100))?.left).toEqual({ unit: 'soon' })
    expect(speedOf(task(40, 7200))?.left).toEqual({ unit: 'minutes', count: 3 })
    expect(speedOf(task(40, 2 * 3600 * 40))?.left).toEqual({ unit: 'hours', count: 2 })
    expect(speedOf(task(40, 100, 'planning'))?.left).toBeNull()
  })
})
