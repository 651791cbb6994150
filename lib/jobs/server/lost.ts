import 'server-only'
import { and, eq, exists, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { lostAfterMs } from '../../core/server/route/idempotency-keys'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { accessOf } from './access'
import { undoingJob } from './answer'
import { wakeJob } from './create'
import { lockJob, whereMaybeCreated, whereRowOf, whereJob } from './load'
import { jobRows, jobs, type Job } from './tables'

/** Marks rows that may have created something to be looked up again. */
export async function settleUnconfirmed(tx: Database, job: JobKey, ...conditions: SQL[]): Promise<void> {
  await tx
    .update(jobRows)
    .set({ state: 'sending', errors: null, finishedAt: null })
    .where(and(whereRowOf(job), whereMaybeCreated, ...conditions))
}

type JobKey = Pick<Job, 'shopId' | 'id'>

/** A row that was given up within `lostAfterMs` after it was sent: a slow gateway may list it later. */
const whereGivenUpEarly = sql`${jobRows.finishedAt} < ${jobRows.sentAt} + make_interval(secs => ${lostAfterMs / 1000})`

/** How long after its end a job is considered for another look. */
const hoursToLook = 1

/**
 * Looks once more for what rows may have created, a minute after they were sent. Sends nothing. Rows that are still not
 * found stay unconfirmed, and a person is asked (`repeatUnconfirmed`). Looks also for rows of a person who lost access,
 * but not in an archived shop: its gateway is not called.
 */
export async function findUnconfirmedRows(engine: Engine): Promise<void> {
  const { db } = engine
  const ended = await db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.state, 'done'),
        sql`(${jobs.counts}->>'unconfirmed')::int > 0`,
        sql`${jobs.finishedAt} BETWEEN now() - make_interval(hours => ${hoursToLook})
          AND now() - make_interval(secs => ${lostAfterMs / 1000})`,
      ),
    )
  for (const one of ended) {
    if (!(await canLook(engine, one))) continue
    const job = await db.transaction(async (tx) => lookAgain(tx, one))
    if (!job) continue
    await wakeJob(engine, job)
    await publishLiveEvent({ engine, shop: { id: job.shopId } }, { kind: 'task', id: job.id })
  }
}

const canLook = (engine: Engine, job: Job): Promise<boolean> =>
  accessOf(engine, job).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

async function lookAgain(tx: Database, key: JobKey): Promise<Job | null> {
  await lockJob(tx, key)
  if (await undoingJob(tx, key)) return null
  const [job] = await tx
    .update(jobs)
    .set({ state: 'running', startedAt: new Date(), finishedAt: null, counts: null })
    .where(
      and(
        whereJob(key),
        eq(jobs.state, 'done'),
        exists(
          tx
            .select({ position: jobRows.position })
            .from(jobRows)
            .where(and(whereRowOf(key), whereMaybeCreated, whereGivenUpEarly)),
        ),
      ),
    )
    .returning()
  if (!job) return null
  await settleUnconfirmed(tx, key, whereGivenUpEarly)
  return job
}
