import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/database'
import { qualified, secondsFromNow, whereDue, whereLeaseOver } from '../../core/server/sql'
import { jobRows, jobs, type Job } from './tables'
import { whereJob } from './load'

/** A dead process holds its job no longer than this. A live one renews the lease, however long a row takes. */
const leaseSeconds = 45
const renewMs = 10_000

const leaseEndsAt = secondsFromNow(leaseSeconds)

export const newLease = () => ({ lease: randomUUID(), leaseEndsAt })
export const whereIdle = whereLeaseOver(jobs.leaseEndsAt)
/** A gateway is left alone for an hour at most (gateway/client/reply.ts). */
export const whereNotWaiting = sql`(${jobs.waitingUntil} IS NULL OR ${whereDue(jobs.waitingUntil, 3660)})`

/**
 * Takes a job, or returns null if another process has it, it waits, or there is nothing to do. A shop runs one sending
 * job at a time, the one started first. A cancelled job without requests in flight need not wait for that.
 */
export async function takeJob(db: Database, key: { shopId: string; id: string }): Promise<Job | null> {
  const whereFirst = sql`NOT EXISTS (SELECT 1 FROM ${jobs} other WHERE other.shop_id = ${qualified(jobs.shopId)}
    AND other.id <> ${qualified(jobs.id)} AND other.state IN ('running', 'cancelling')
    AND (NOT ${whereLeaseOver(sql`other.lease_ends_at`)} OR (other.started_at, other.id) < (${qualified(jobs.startedAt)}, ${qualified(jobs.id)})))`
  const whereNothingInFlight = sql`${qualified(jobs.state)} = 'cancelling' AND NOT EXISTS (SELECT 1 FROM ${jobRows} r
    WHERE r.shop_id = ${qualified(jobs.shopId)} AND r.task_id = ${qualified(jobs.id)} AND r.state = 'sending')`
  const [job] = await db
    .update(jobs)
    .set({ ...newLease(), counts: countsUnlessCut })
    .where(
      and(
        whereJob(key),
        whereIdle,
        sql`(${jobs.state} = 'planning' OR (${jobs.state} IN ('running', 'cancelling') AND ${whereFirst})
          OR (${whereNothingInFlight}))`,
        sql`(${whereNotWaiting} OR ${jobs.state} = 'cancelling')`,
      ),
    )
    .returning()
  return job ?? null
}

/**
 * SQL: the stored counts, or null if a process died while sending and may not have stored the latest. During `reading`
 * and `planning`, rows and counts change in one transaction.
 */
export const countsUnlessCut = sql`CASE WHEN ${jobs.lease} IS NULL OR ${jobs.state} IN ('reading', 'planning')
  THEN ${jobs.counts} END`

export const whereLeased = (job: Job) =>
  sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${whereJob(job)} AND ${eq(jobs.lease, job.lease ?? '')}
    AND ${qualified(jobs.leaseEndsAt)} > now() AND ${qualified(jobs.state)} = 'running')`

export type JobValues = PgUpdateSetSource<typeof jobs>

/** Updates the job if this process still has it and `condition` holds; else returns undefined. */
export async function updateWhileLeased(
  db: Database,
  job: Job,
  values: JobValues,
  condition?: SQL,
): Promise<Job | undefined> {
  const [changed] = await db
    .update(jobs)
    .set(values)
    .where(and(whereJob(job), eq(jobs.lease, job.lease ?? ''), condition))
    .returning()
  return changed
}

export function renewLease(db: Database, job: Job, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    db.update(jobs)
      .set({ leaseEndsAt })
      .where(and(whereJob(job), eq(jobs.lease, job.lease ?? '')))
      .catch(onError)
  }, renewMs)
  return () => clearInterval(timer)
}
