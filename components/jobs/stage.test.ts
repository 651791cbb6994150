import { describe, expect, it } from 'vitest'
import type { JobDetail } from '@/lib/jobs/schema'
import {
  canCancel,
  canMap,
  canRun,
  isReportComplete,
  obstacleTo,
  progressOf,
  reportedCount,
  retryableCount,
  rowNameOf,
  displayStateOf,
  unconfirmedImportCount,
  unsettledCount,
} from './stage'

const none = { total: 0, pending: 0, planned: 0, invalid: 0, unchanged: 0, sending: 0 }
const nothing = { ...none, done: 0, failed: 0, unconfirmed: 0, skipped: 0 }

const job = (state: JobDetail['state'], counts: Partial<JobDetail['counts']> = {}, started = true) => ({
  state,
  counts: { ...nothing, ...counts },
  started_at: started ? '2026-11-21T10:00:00.000Z' : null,
  undoable: false,
  order: {},
  kind: 'products.import' as JobDetail['kind'],
  undoes: null as string | null,
  undone_by: null as string | null,
  may_exist: 0,
  failure: null as string | null,
})

describe('what can be done with a job', () => {
  it('runs planned rows and rows left by a stop, but not a discarded dry run', () => {
    expect(canRun(job('planned', { planned: 3 }, false))).toBe(true)
    expect(canRun(job('planned', { unchanged: 3 }, false))).toBe(false)
    expect(canRun(job('cancelled', { planned: 3 }))).toBe(true)
    expect(canRun(job('cancelled', { planned: 3 }, false))).toBe(false)
    expect(canRun(job('running', { planned: 3 }))).toBe(false)
    // The gateway stopped answering while the last row was in flight.
    expect(canRun(job('failed', { done: 2, sending: 1 }))).toBe(true)
  })

  it('settles rows in flight without the rest, if it failed', () => {
    expect(unsettledCount(job('failed', { planned: 9, sending: 2 }))).toBe(2)
    expect(unsettledCount(job('failed', { planned: 9 }))).toBe(0)
    expect(unsettledCount(job('running', { planned: 9, sending: 2 }))).toBe(0)
    // The gateway keeps customers for ever.
    expect(unsettledCount({ ...job('failed', { sending: 2 }), kind: 'customers.import' })).toBe(0)
  })

  it('retries failed and unconfirmed rows after the end', () => {
    expect(retryableCount(job('done', { failed: 2, unconfirmed: 1, skipped: 9 }))).toBe(3)
    expect(retryableCount(job('running', { failed: 2 }))).toBe(0)
    expect(retryableCount({ ...job('done', { failed: 2 }), undone_by: 'another' })).toBe(0)
  })

  it('reports every row of a copy, and retries its unconfirmed rows', () => {
    const copy = {
      ...job('done', { total: 9, done: 6, unchanged: 2, unconfirmed: 1 }),
      kind: 'products.copy' as const,
      may_exist: 1,
    }
    expect(reportedCount(copy)).toBe(9)
    expect(unconfirmedImportCount(copy)).toBe(1)
    expect(reportedCount({ ...copy, may_exist: 0, undoes: 'another' })).toBe(1)
    expect(unconfirmedImportCount({ ...copy, undoes: 'another' })).toBe(0)
  })

  it('has nothing made again by an import whose unconfirmed rows are changes, and reports them', () => {
    const changes = job('done', { total: 2, done: 1, unconfirmed: 1 })
    expect(unconfirmedImportCount(changes)).toBe(0)
    expect(reportedCount(changes)).toBe(1)
    const creates = { ...changes, may_exist: 1 }
    expect(unconfirmedImportCount(creates)).toBe(1)
    expect(reportedCount(creates)).toBe(0)
    const customers = { ...changes, kind: 'customers.import' as const }
    expect(reportedCount(customers)).toBe(0)
  })

  it('can be cancelled until it stops, and mapped until it starts', () => {
    expect(
      (['reading', 'planning', 'planned', 'running'] as const).every((state) => canCancel(job(state))),
    ).toBe(true)
    expect(canCancel(job('cancelling'))).toBe(false)
    expect(canMap(job('planned', {}, false))).toBe(true)
    expect(canMap(job('running'))).toBe(false)
  })

  it('can only be run if there is something to run', () => {
    expect(displayStateOf(job('planned', { planned: 1, invalid: 2 }))).toBe('planned')
    expect(displayStateOf(job('planned', { unchanged: 2 }))).toBe('nothing')
    expect(displayStateOf(job('planned'))).toBe('nothing')
    expect(displayStateOf(job('planned', { unchanged: 1, invalid: 2 }))).toBe('impossible')
    expect(displayStateOf(job('running', { invalid: 2 }))).toBe('running')
    expect(displayStateOf(job('done', { done: 3, unchanged: 2 }))).toBe('done')
    for (const left of ['invalid', 'failed', 'skipped', 'unconfirmed'])
      expect(displayStateOf(job('done', { done: 3, [left]: 6 }))).toBe('partly')
  })

  it('is not sent with other columns or another dry run than were seen', () => {
    const [seen, later] = ['2026-11-24T10:00:00.000Z', '2026-11-24T10:05:00.000Z']
    const shown = { plannedSince: seen, hasUncheckedColumns: false }
    expect(obstacleTo({ planned_since: seen }, shown)).toBeNull()
    expect(obstacleTo({ planned_since: seen }, { ...shown, hasUncheckedColumns: true })).toBe('unchecked')
    expect(obstacleTo({ planned_since: later }, { ...shown, hasUncheckedColumns: true })).toBe('replanned')
  })

  it('knows whether any row was taken', () => {
    expect(isReportComplete(job('planned', { total: 3, invalid: 3 }, false))).toBe(true)
    expect(isReportComplete(job('planned', { total: 3, invalid: 2, planned: 1 }, false))).toBe(false)
    expect(isReportComplete(job('done', { total: 3, invalid: 2, unchanged: 1 }))).toBe(false)
  })

  it('has nothing left to do after it was given up', () => {
    expect(rowNameOf(job('planned', { planned: 3 }, false), 'planned')).toBe('planned')
    expect(rowNameOf(job('cancelled', { planned: 3 }, false), 'planned')).toBe('notDone')
    expect(rowNameOf(job('cancelled', { planned: 3, done: 1 }), 'planned')).toBe('notDone')
    expect(rowNameOf(job('failed', { planned: 3 }), 'planned')).toBe('planned')
    expect(rowNameOf({ ...job('failed', { planned: 3 }), undone_by: 'another' }, 'planned')).toBe('notDone')
    expect(rowNameOf(job('cancelled', { planned: 3 }, false), 'invalid')).toBe('invalid')
  })

  it('is over for an undo whose person may not go on', () => {
    const undo = { ...job('failed', { planned: 3, sending: 1, failed: 1 }), undoes: 'another' }
    const options = (failure: string) => {
      const one = { ...undo, failure }
      return [canRun(one), retryableCount(one), unsettledCount(one)]
    }
    expect(options('forbidden')).toEqual([false, 0, 0])
    expect(options('gateway_unavailable')).toEqual([true, 1, 1])
  })

  it('counts rows checked, then rows done of those that are to be sent', () => {
    expect(progressOf(job('planning', { total: 10, pending: 4 }, false))).toEqual({ done: 6, of: 10 })
    expect(progressOf({ ...job('planning', { total: 10 }), kind: 'products.bulk' })).toEqual({
      done: 10,
      of: null,
    })
    const running = job('running', { total: 10, unchanged: 2, planned: 3, sending: 1, done: 3, failed: 1 })
    expect(progressOf(running)).toEqual({ done: 4, of: 8 })
  })
})
