import { describe, expect, it } from 'vitest'
import type { TaskDetail } from '@/lib/jobs/schema'
import { tempoOf } from './task-progress'

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
  it('is not said while it stands still', () => {
    expect(tempoOf(task(null, 100))).toBeNull()
    expect(tempoOf(task(0, 100))).toBeNull()
  })

  it('is said in round numbers, by the minute where it is slow', () => {
    expect(tempoOf(task(42.7, 0))?.pace).toEqual({ unit: 'second', count: 43 })
    expect(tempoOf(task(4321, 0))?.pace).toEqual({ unit: 'second', count: 4300 })
    expect(tempoOf(task(3.4, 0))?.pace).toEqual({ unit: 'second', count: 3 })
    expect(tempoOf(task(0.2, 0))?.pace).toEqual({ unit: 'minute', count: 12 })
    expect(tempoOf(task(0.001, 0))?.pace).toEqual({ unit: 'minute', count: 1 })
  })

  it('says what is left in minutes, then in hours; nothing where nobody knows how much it is', () => {
    expect(tempoOf(task(40, 100))?.left).toEqual({ unit: 'soon' })
    expect(tempoOf(task(40, 7200))?.left).toEqual({ unit: 'minutes', count: 3 })
    expect(tempoOf(task(40, 2 * 3600 * 40))?.left).toEqual({ unit: 'hours', count: 2 })
    expect(tempoOf(task(40, 100, 'planning'))?.left).toBeNull()
  })
})
