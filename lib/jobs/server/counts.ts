import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { JobRowState } from '../schema'
import type { Database } from '../../db/database'
import { jobRows, jobs, type StoredCounts, type Job, type JobRow } from './tables'
import { whereRowOf } from './load'

type Delta = Partial<StoredCounts>

export const noCounts: StoredCounts = {
  total: 0,
  pending: 0,
  planned: 0,
  invalid: 0,
  unchanged: 0,
  sending: 0,
  done: 0,
  failed: 0,
  unconfirmed: 0,
  skipped: 0,
  changed: 0,
}

/** Returns the stored counts, or counts the rows if none are stored. */
export const countsOf = async (
  db: Database,
  job: Pick<Job, 'shopId' | 'id' | 'counts'>,
): Promise<StoredCounts> => job.counts ?? countRows(db, job)

export async function countRows(db: Database, job: Pick<Job, 'shopId' | 'id'>): Promise<StoredCounts> {
  const rows = await db
    .select({
      state: jobRows.state,
      count: sql<number>`count(*)`.mapWith(Number),
      changed: sql<number>`count(*) FILTER (WHERE ${jobRows.before} IS NOT NULL)`.mapWith(Number),
    })
    .from(jobRows)
    .where(whereRowOf(job))
    .groupBy(jobRows.state)
  const counts = { ...noCounts }
  for (const { state, count, changed } of rows) {
    counts[state] = count
    counts.total += count
    if (state === 'done') counts.changed = changed
  }
  return counts
}

export function addedCounts(rows: readonly { state: JobRowState }[]): Delta {
  const delta: Delta = { total: rows.length }
  for (const { state } of rows) delta[state] = (delta[state] ?? 0) + 1
  return delta
}

/** Returns the change of counts for rows that were planned. */
export const plannedCounts = (rows: readonly { state: JobRowState }[]): Delta => ({
  ...addedCounts(rows),
  total: 0,
  pending: -rows.length,
})

/** SQL for a job's counts plus `delta`; null counts stay null. Set it in the transaction that changes the rows. */
export function countsWith(delta: Delta): SQL {
  const sums = Object.entries(delta).map(
    ([key, by]) => sql`${key}::text, (${jobs.counts}->>${key})::int + ${by}::int`,
  )
  return sql`${jobs.counts} || jsonb_build_object(${sql.join(sums, sql`, `)})`
}

export function countStateChange(
  counts: StoredCounts,
  { state: from, before }: Pick<JobRow, 'state' | 'before'>,
  to: JobRowState,
): void {
  counts[from]--
  counts[to]++
  if (to === 'done' && before !== null) counts.changed++
}

/** Number of rows still to process: in a dry run the pending ones, afterwards those to send. */
const remainingRows = ({ state, counts }: { state: Job['state']; counts: StoredCounts }): number =>
  counts.pending + (state === 'running' || state === 'cancelling' ? counts.planned + counts.sending : 0)

/** Number of rows that the current phase has processed. */
export const processedRows = (job: { state: Job['state']; counts: StoredCounts }): number =>
  job.counts.total - (job.state === 'reading' ? 0 : remainingRows(job))
