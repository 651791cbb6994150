import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/database'
import { qualified } from '../../core/server/qualified'
import { tasks, type Task } from './tables'
import { whereTask } from './load'

/** A dead process holds its job no longer than this. A live one renews the lease, however long a row takes. */
const leaseSeconds = 45
const renewMs = 10_000

const leaseEndsAt = sql`now() + make_interval(secs => ${leaseSeconds})`

export const newLease = () => ({ lease: randomUUID(), leaseEndsAt })
export const whereIdle = or(isNull(tasks.leaseEndsAt), lt(tasks.leaseEndsAt, sql`now()`))

/**
 * Takes a job, or returns null if another process has it, it waits, or there is nothing to do. A shop runs one sending
 * job at a time, the one started first.
 */
export async function takeTask(db: Database, key: { shopId: string; id: string }): Promise<Task | null> {
  const whereFirst = sql`NOT EXISTS (SELECT 1 FROM ${tasks} other WHERE other.shop_id = ${qualified(tasks.shopId)}
    AND other.id <> ${qualified(tasks.id)} AND other.state IN ('running', 'cancelling')
    AND (other.lease_ends_at > now() OR (other.started_at, other.id) < (${qualified(tasks.startedAt)}, ${qualified(tasks.id)})))`
  const [task] = await db
    .update(tasks)
    .set({ ...newLease(), counts: countsUnlessCut })
    .where(
      and(
        whereTask(key),
        whereIdle,
        sql`(${tasks.state} = 'planning' OR (${tasks.state} IN ('running', 'cancelling') AND ${whereFirst}))`,
        sql`(${tasks.waitingUntil} IS NULL OR ${tasks.waitingUntil} <= now() OR ${tasks.state} = 'cancelling')`,
      ),
    )
    .returning()
  return task ?? null
}

/**
 * SQL: the stored counts, or null if a process died while sending and may not have stored the latest. During `reading`
 * and `planning`, rows and counts change in one transaction.
 */
export const countsUnlessCut = sql`CASE WHEN ${tasks.lease} IS NULL OR ${tasks.state} IN ('reading', 'planning')
  THEN ${tasks.counts} END`

export const whereLeased = (task: Task) =>
  sql`EXISTS (SELECT 1 FROM ${tasks} WHERE ${whereTask(task)} AND ${eq(tasks.lease, task.lease ?? '')}
    AND ${qualified(tasks.leaseEndsAt)} > now() AND ${qualified(tasks.state)} = 'running')`

export type TaskValues = PgUpdateSetSource<typeof tasks>

/** Updates the job if this process still has it and `condition` holds; else returns undefined. */
export async function updateWhileLeased(
  db: Database,
  task: Task,
  values: TaskValues,
  condition?: SQL,
): Promise<Task | undefined> {
  const [changed] = await db
    .update(tasks)
    .set(values)
    .where(and(whereTask(task), eq(tasks.lease, task.lease ?? ''), condition))
    .returning()
  return changed
}

export function renewLease(db: Database, task: Task, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    db.update(tasks)
      .set({ leaseEndsAt })
      .where(and(whereTask(task), eq(tasks.lease, task.lease ?? '')))
      .catch(onError)
  }, renewMs)
  return () => clearInterval(timer)
}
