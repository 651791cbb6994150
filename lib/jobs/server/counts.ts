import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { TaskRowState } from '../schema'
import type { Database } from '../../db/database'
import { taskRows, tasks, type StoredCounts, type Task, type TaskRow } from './tables'
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

/** How many rows of a task are in which state: as it was kept, or counted where that is not known. */
export const countsOf = async (
  db: Database,
  task: Pick<Task, 'shopId' | 'id' | 'counts'>,
): Promise<StoredCounts> => task.counts ?? countRows(db, task)

/** Counts the rows, which takes the longer the more there are. */
export async function countRows(db: Database, task: Pick<Task, 'shopId' | 'id'>): Promise<StoredCounts> {
  const rows = await db
    .select({
      state: taskRows.state,
      count: sql<number>`count(*)`.mapWith(Number),
      changed: sql<number>`count(*) FILTER (WHERE ${taskRows.before} IS NOT NULL)`.mapWith(Number),
    })
    .from(taskRows)
    .where(whereRowOf(task))
    .groupBy(taskRows.state)
  const counts = { ...noCounts }
  for (const { state, count, changed } of rows) {
    counts[state] = count
    counts.total += count
    if (state === 'done') counts.changed = changed
  }
  return counts
}

/** So many rows more in these states. */
export function addedCounts(rows: readonly { state: TaskRowState }[]): Delta {
  const delta: Delta = { total: rows.length }
  for (const { state } of rows) delta[state] = (delta[state] ?? 0) + 1
  return delta
}

/** What rows that nobody had looked at became. */
export const plannedCounts = (rows: readonly { state: TaskRowState }[]): Delta => ({
  ...addedCounts(rows),
  total: 0,
  pending: -rows.length,
})

/** The task's counts with these added; they stay unknown where they are. To be set in the transaction of the rows. */
export function countsWith(delta: Delta): SQL {
  const sums = Object.entries(delta).map(
    ([key, by]) => sql`${key}::text, (${tasks.counts}->>${key})::int + ${by}::int`,
  )
  return sql`${tasks.counts} || jsonb_build_object(${sql.join(sums, sql`, `)})`
}

/** Notes in `counts` that a row went from its state to another. */
export function moveRow(
  counts: StoredCounts,
  { state: from, before }: Pick<TaskRow, 'state' | 'before'>,
  to: TaskRowState,
): void {
  counts[from]--
  counts[to]++
  if (to === 'done' && before !== null) counts.changed++
}

/** Rows that something is still to happen with: in a dry run those nobody has looked at, afterwards those to be sent. */
const leftOf = ({ state, counts }: { state: Task['state']; counts: StoredCounts }): number =>
  counts.pending + (state === 'running' || state === 'cancelling' ? counts.planned + counts.sending : 0)

/** Rows that are behind a task in what it does at the moment. */
export const behindOf = (task: { state: Task['state']; counts: StoredCounts }): number =>
  task.counts.total - (task.state === 'reading' ? 0 : leftOf(task))
