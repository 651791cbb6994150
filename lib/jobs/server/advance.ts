import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { runInLocale } from '../../core/i18n/current'
import { publishLiveEvent } from '../../core/server/live'
import { correlatedLog } from '../../core/server/log/log'
import { qualified } from '../../core/server/sql'
import { isStorageUnavailable } from '../../db/connection/storage-unavailable'
import type { Engine } from '../../db/engine'
import { accessOf } from './access'
import { processedRows, countsOf } from './counts'
import { wakeJob, type QueuedJob } from './create'
import { kindOf } from './kinds'
import { renewLease, takeJob, updateWhileLeased, type JobValues } from './lease'
import { whereJob, turnMs } from './load'
import { withMark, pauseFor, postpone } from './pace'
import { runSlice } from './run'
import { jobRows, jobs, type Job } from './tables'

/** Works on a job for one turn, unless another process does, and queues the rest, so that jobs take turns. */
export async function advanceJob(engine: Engine, queued: QueuedJob): Promise<void> {
  const taken = await takeJob(engine.db, queued)
  if (taken) await runInLocale(taken.locale, () => advance(engine, taken))
}

async function advance(engine: Engine, taken: Job): Promise<void> {
  const job = { ...taken, counts: await countsOf(engine.db, taken) }
  const log = correlatedLog().child({ shop: job.shopId, job: job.id })
  const release = renewLease(engine.db, job, (error) => log.error({ err: error }, 'job lease not renewed'))
  try {
    const { context, refusal } = await accessOf(engine, job)
    if (job.marks.length === 0) await mark(engine, job)
    if (job.state === 'planning') await planSlice({ ...context, log }, job)
    else await runSlice({ ...context, log }, job, refusal)
    await mark(engine, job)
  } catch (error) {
    // Not the job's fault. It continues when it is released, or a minute later if that fails too.
    if (isStorageUnavailable(error)) return log.warn({ err: error }, 'job cut: the database went away')
    const failure = error instanceof AppError ? error.code : 'internal'
    log.error({ err: error }, 'job failed')
    const ended: JobValues = { state: 'failed', failure, finishedAt: new Date(), marks: [] }
    await updateWhileLeased(engine.db, job, ended, inArray(jobs.state, ['planning', 'running', 'cancelling']))
  } finally {
    release()
    await releaseLease(engine, job)
  }
}

/** Whether the dry run has reached the last row. True for jobs that do not record their progress (`planned_to`). */
const whereDryRunComplete = sql`coalesce((${qualified(jobs.order)}->>'planned_to')::int >= (SELECT max(r.position)
  FROM ${jobRows} r WHERE r.shop_id = ${qualified(jobs.shopId)} AND r.task_id = ${qualified(jobs.id)}), true)`

async function planSlice(context: ActorContext, job: Job): Promise<void> {
  const kind = kindOf(job)
  const end = performance.now() + turnMs
  try {
    while (performance.now() < end) {
      if (await kind.planBatch(context, job)) continue
      const next: JobValues =
        job.order.run === true ? { state: 'running', startedAt: new Date(), marks: [] } : { state: 'planned' }
      await updateWhileLeased(
        context.engine.db,
        job,
        next,
        and(eq(jobs.state, 'planning'), whereDryRunComplete),
      )
      break // If the condition failed, the dry run was restarted, and continues in the next turn.
    }
  } catch (error) {
    const hold = pauseFor(context, error)
    if (!hold) throw error
    return postpone(context, job, { ...hold, done: 0 })
  }
  if (job.waitingUntil) await updateWhileLeased(context.engine.db, job, notWaiting)
}

const notWaiting: JobValues = { waitingUntil: null, waitingFor: null, stuckSince: null }

/** Records the progress for the pace (pace.ts). Clears the marks of a stopped job. */
async function mark({ db }: Engine, job: Job): Promise<void> {
  const [now] = await db
    .select()
    .from(jobs)
    .where(and(whereJob(job), eq(jobs.lease, job.lease ?? '')))
  if (!now) return
  const { state, counts, waitingUntil } = now
  const isMoving = (state === 'planning' || state === 'running') && waitingUntil === null && counts !== null
  const done = isMoving ? processedRows({ state, counts }) : 0
  await updateWhileLeased(db, job, { marks: isMoving ? withMark(now.marks, { at: Date.now(), done }) : [] })
}

async function releaseLease(engine: Engine, job: Job): Promise<void> {
  const left = await updateWhileLeased(engine.db, job, { lease: null, leaseEndsAt: null })
  if (!left) return
  await publishLiveEvent({ engine, shop: { id: job.shopId } }, { kind: 'task', id: job.id })
  if (left.state === 'planning' || left.state === 'running' || left.state === 'cancelling') {
    const seconds = left.waitingUntil ? (left.waitingUntil.valueOf() - Date.now()) / 1000 : 0
    await wakeJob(engine, left, Math.max(0, Math.ceil(seconds)))
    return
  }
  // A job of this shop that waited for this one.
  const [next] = await engine.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.shopId, job.shopId), sql`${jobs.state} IN ('running', 'cancelling')`))
    .orderBy(jobs.startedAt, jobs.id)
    .limit(1)
  if (next) await wakeJob(engine, next)
}
