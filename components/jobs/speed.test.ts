import { describe, expect, it } from 'vitest'
import type { JobDetail } from '@/lib/jobs/schema'
import { speedOf } from './job-progress'

const job = (pace: number | null, planned: number, state: JobDetail['state'] = 'running') =>
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
  }) as JobDetail

describe('how fast a job goes', () => {
  it('is not shown while the job stands still', () => {
    expect(speedOf(job(null, 100))).toBeNull()
    expect(speedOf(job(0, 100))).toBeNull()
  })

  it('is shown in round numbers, by the minute if it is slow', () => {
    expect(speedOf(job(42.7, 0))?.pace).toEqual({ unit: 'second', count: 43 })
    expect(speedOf(job(4321, 0))?.pace).toEqual({ unit: 'second', count: 4300 })
    expect(speedOf(job(3.4, 0))?.pace).toEqual({ unit: 'second', count: 3 })
    expect(speedOf(job(0.2, 0))?.pace).toEqual({ unit: 'minute', count: 12 })
    expect(speedOf(job(0.001, 0))?.pace).toEqual({ unit: 'minute', count: 1 })
  })

  it('shows the remaining minutes, then hours; nothing if the number of rows is unknown', () => {
    expect(speedOf(job(40, 100))?.left).toEqual({ unit: 'soon' })
    expect(speedOf(job(40, 7200))?.left).toEqual({ unit: 'minutes', count: 3 })
    expect(speedOf(job(40, 2 * 3600 * 40))?.left).toEqual({ unit: 'hours', count: 2 })
    expect(speedOf(job(40, 100, 'planning'))?.left).toBeNull()
  })
})
