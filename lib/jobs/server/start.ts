import 'server-only'
import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { advanceJob } from './advance'
import { jobQueues, type QueuedJob, wakeJob } from './create'
import { countsUnlessCut, whereIdle, whereNotWaiting } from './lease'
import { whereRowOf } from './load'
import { findUnconfirmedRows } from './lost'
import { endCutReads } from './reading'
import { jobRows, jobs } from './tables'

/** Registers this process as a worker of jobs. Every minute it resumes those that another process abandoned. */
export async function startJobs(engine: Engine): Promise<void> {
  const { queues } = engine
  // An embedded engine has one process, so at its start no lease is in use.
  if (engine.isEmbedded) await releaseAll(engine)
  for (const queue of Object.values(jobQueues))
    await queues.define<QueuedJob>(queue, (queued) => advanceJob(engine, queued))
  await queues.eachMinute('tasks.left-behind', async () => {
    await endCutReads(engine)
    await wakeLeftBehind(engine)
    await findUnconfirmedRows(engine)
  })
  if (engine.isEmbedded) await queues.send('tasks.left-behind', {})
}

/** Queues jobs that no process works on: those left by a process that ended, or whose wait is over. */
export async function wakeLeftBehind(engine: Engine): Promise<void> {
  const idle = await engine.db
    .select()
    .from(jobs)
    .where(and(inArray(jobs.state, ['planning', 'running', 'cancelling']), whereIdle, whereNotWaiting))
    .orderBy(jobs.startedAt)
  for (const job of idle) await wakeJob(engine, job)
}

/** Releases all leases. Only safe if no other process can be working. */
async function releaseAll({ db }: Engine): Promise<void> {
  await db
    .update(jobs)
    .set({ lease: null, leaseEndsAt: null, counts: countsUnlessCut })
    .where(sql`${jobs.lease} IS NOT NULL`)
}

/** Days that a job is kept after it ended, or after it was ordered and never started. */
const keptDays = 90

/** Deletes old jobs. Their changes stay in the products' histories. */
export async function forgetOldJobs({ db }: Engine): Promise<void> {
  await db
    .delete(jobs)
    .where(
      and(
        inArray(jobs.state, ['planned', 'cancelled', 'done', 'failed']),
        lt(
          sql`coalesce(${jobs.finishedAt}, ${jobs.createdAt})`,
          sql`now() - make_interval(days => ${keptDays})`,
        ),
      ),
    )
  for (const key of await jobsGone(db)) while (await forgetSomeRows(db, key));
}

type Key = { shopId: string; id: string }

/** Returns jobs that are deleted but still have rows. Skips from one job's rows to the next by index. */
async function jobsGone(db: Engine['db']): Promise<Key[]> {
  const { rows } = await db.execute<Key>(sql`
    WITH RECURSIVE held AS (
      (SELECT shop_id, task_id FROM ${jobRows} ORDER BY shop_id, task_id LIMIT 1)
      UNION ALL
      SELECT next.shop_id, next.task_id FROM held CROSS JOIN LATERAL (
        SELECT shop_id, task_id FROM ${jobRows} r WHERE (r.shop_id, r.task_id) > (held.shop_id, held.task_id)
        ORDER BY shop_id, task_id LIMIT 1) next)
    SELECT shop_id AS "shopId", task_id AS id FROM held
    WHERE NOT EXISTS (SELECT 1 FROM ${jobs} t WHERE t.shop_id = held.shop_id AND t.id = held.task_id)`)
  return rows
}

/** Batch size. All other queries wait while an embedded database deletes. */
const forgottenRows = 5_000

async function forgetSomeRows(db: Engine['db'], key: Key): Promise<boolean> {
  const some = db
    .select({ position: jobRows.position })
    .from(jobRows)
    .where(whereRowOf(key))
    .limit(forgottenRows)
  const { rowCount } = await db.delete(jobRows).where(and(whereRowOf(key), inArray(jobRows.position, some)))
  return (rowCount ?? 0) > 0
}
