import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { lostAfterMs } from '../../core/server/route/idempotency-keys'
import type { Database } from '../../db/database'
import type { JobDetail, JobKindName, JobRunQuery, JobState } from '../schema'
import { isGivenUpUndo } from '../refusals'
import { isUndoable, readJob, undoingJob } from './answer'
import { countRows, countsOf } from './counts'
import { insertJob, wakeJob } from './create'
import { kindOf } from './kinds'
import {
  lockJob,
  repeatedBefore,
  whereRowOf,
  whereJob,
  loadJob,
  plannedSinceOf,
  wereDecimalsChanged,
  withNotes,
} from './load'
import { settleUnconfirmed } from './lost'
import { stopRead } from './reading'
import { jobRows, jobs, type Job } from './tables'

const runnable: JobState[] = ['planned', 'cancelled', 'failed']
const cancellable: JobState[] = ['planning', 'planned', 'running', 'cancelling']

/**
 * Starts a planned job, or resumes a cancelled or failed one.
 * @throws AppError `not_found`, `task_state`, also if the job was undone, `decimals_changed`; `conflict` if the rows were
 * checked again since the dry run that the caller saw.
 */
export async function runJob(
  context: ActorContext,
  id: string,
  { planned_since: seen }: JobRunQuery = {},
): Promise<JobDetail> {
  const job = await loadJob(context, id)
  await start(context, job, { from: runnable, seen })
  return readJob(context, id)
}

/**
 * Sends the failed rows again, and those still planned. Unconfirmed rows that change a resource are sent again too.
 * Unconfirmed rows that create one are only looked up again.
 * @throws AppError `not_found`, `task_state`, `decimals_changed`.
 */
export const retryJob = (context: ActorContext, id: string): Promise<JobDetail> => sendAgain(context, id)

/**
 * As `retryJob`, but a person states that the missing resources do not exist: unconfirmed rows that create one are
 * looked up again, and sent again if not found. Excludes rows sent within the last minute, which a slow gateway may
 * still process.
 * @throws AppError `not_found`, `task_state`, `decimals_changed`.
 */
export const repeatUnconfirmed = (context: ActorContext, id: string): Promise<JobDetail> =>
  sendAgain(context, id, { [repeatedBefore]: new Date(Date.now() - lostAfterMs).toISOString() })

async function sendAgain(
  context: ActorContext,
  id: string,
  more: Record<string, unknown> = {},
): Promise<JobDetail> {
  const job = await loadJob(context, id)
  const isRepeatable = kindOf(job).mayRepeat({ subject: null })
  const prepare = async (tx: Database) => {
    const again = { state: 'planned', errors: null, finishedAt: null, attempts: 0 } as const
    await tx
      .update(jobRows)
      .set(again)
      .where(
        and(
          whereRowOf(job),
          sql`(${jobRows.state} = 'failed' OR (${jobRows.state} = 'unconfirmed'
            AND (${jobRows.subject} IS NOT NULL OR ${isRepeatable})))`,
        ),
      )
    await settleUnconfirmed(tx, job)
    await tx
      .update(jobs)
      .set({ counts: await countRows(tx, job), order: withNotes(more) })
      .where(whereJob(job))
  }
  await start(context, job, { from: ['done', 'cancelled', 'failed'], prepare })
  return readJob(context, id)
}

/**
 * `from`: states that it may start from. `seen`: when the dry run began that the caller saw. `prepare` runs once it has
 * started: of two concurrent calls, the second finds another state and fails.
 */
type Start = { from: JobState[]; seen?: string; prepare?: (tx: Database) => Promise<void> }

async function start(context: ActorContext, job: Job, { from, seen, prepare }: Start): Promise<void> {
  const { engine, actor } = context
  const started = await engine.db.transaction(async (tx) => {
    const now = await lockJob(tx, job)
    if (!now) return null
    if (seen !== undefined) refuseOtherPlan(now, seen)
    // A job that was undone cannot run again: that run could not be undone.
    if (isGivenUpUndo(now) || (await undoingJob(tx, job))) return null
    // Rows in flight are settled first, then the job fails (run.ts): else it could never be undone.
    const isSettlingOnly = !prepare && (await hasRowsInFlight(tx, job))
    if (!isSettlingOnly && (await wereDecimalsChanged(tx, job))) throw new AppError('decimals_changed')
    const [row] = await tx
      .update(jobs)
      .set({
        state: 'running',
        // A token that starts a person's job limits it from then on.
        apiToken: job.apiToken ?? actor.apiToken,
        startedAt: new Date(),
        finishedAt: null,
        failure: null,
        waitingUntil: null,
        waitingFor: null,
        stuckSince: null,
        marks: [],
      })
      .where(
        and(
          whereJob(job),
          inArray(jobs.state, from),
          // Its dry run did not complete, so rows may be missing.
          sql`(${jobs.state} = 'planned' OR ${jobs.startedAt} IS NOT NULL)`,
        ),
      )
      .returning()
    if (!row) return null
    await prepare?.(tx)
    await recordActivity(tx, context, {
      action: 'task.started',
      subject: job.id,
      detail: { kind: job.kind },
    })
    return row
  })
  if (!started) throw new AppError('task_state')
  await wakeJob(engine, started)
  await publishLiveEvent(context, { kind: 'task', id: job.id })
}

const hasRowsInFlight = async (tx: Database, job: Job): Promise<boolean> =>
  (await tx.$count(jobRows, and(whereRowOf(job), eq(jobRows.state, 'sending')))) > 0

/** @throws AppError `conflict` if the dry run that began at `seen` is not the last one */
function refuseOtherPlan(job: Job, seen: string): void {
  const since = plannedSinceOf(job).toISOString()
  if (Date.parse(seen) !== Date.parse(since))
    throw new AppError('conflict', { current: { planned_since: since } })
}

/**
 * Cancels a job: nothing more is sent, requests in flight finish, completed rows stay. Also discards a dry run or an
 * upload in progress. A failed job with requests in flight only finds out what became of them, and can then be undone.
 * @throws AppError `not_found`, `task_state` if it is over.
 */
export async function cancelJob(context: ActorContext, id: string): Promise<JobDetail> {
  const job = await loadJob(context, id)
  const { engine } = context
  const changed = await engine.db.transaction(async (tx) => {
    const ended = (await stopRead(tx, job, { state: 'cancelled' })) ?? (await cancel(tx, job))
    if (!ended) throw new AppError('task_state')
    await recordActivity(tx, context, { action: 'task.cancelled', subject: id, detail: { kind: job.kind } })
    return ended
  })
  // A turn ends the job, and settles rows that a crash may have left in flight.
  if (changed.state === 'cancelling') await wakeJob(engine, changed)
  await publishLiveEvent(context, { kind: 'task', id })
  return readJob(context, id)
}

async function cancel(tx: Database, job: Job): Promise<Job | undefined> {
  const now = await lockJob(tx, job)
  if (!now) return undefined
  const isSettlingOnly = now.state === 'failed' && !isGivenUpUndo(now) && (await hasRowsInFlight(tx, job))
  if (!isSettlingOnly && !cancellable.includes(now.state)) return undefined
  const isSending = isSettlingOnly || now.state === 'running' || now.state === 'cancelling'
  const [changed] = await tx
    .update(jobs)
    .set({
      state: isSending ? 'cancelling' : 'cancelled',
      finishedAt: isSending ? null : sql`now()`,
      failure: null,
      waitingUntil: null,
      waitingFor: null,
      stuckSince: null,
      marks: [],
    })
    .where(whereJob(job))
    .returning()
  return changed
}

/**
 * Restores what a job has changed, where the gateway still holds what was written. This is a new job; a second call
 * returns the same one.
 * @throws AppError `not_found`, `task_state` if the job is not over, has rows in flight, or has changed nothing.
 */
export async function undoJob(context: ActorContext, id: string): Promise<JobDetail> {
  const { db } = context.engine
  const key = await loadJob(context, id)
  const undoing = await db.transaction(async (tx) => {
    await lockJob(tx, key)
    const job = await loadJob({ ...context, engine: { ...context.engine, db: tx } }, id)
    const earlier = await undoingJob(tx, job)
    if (earlier) return earlier
    if (!isUndoable(job, await countsOf(tx, job))) throw new AppError('task_state')
    const { id: made } = await insertJob(tx, context, {
      kind: job.kind as JobKindName,
      state: 'planning',
      order: { ...job.order, run: true },
      undoes: job.id,
    })
    return made
  })
  await wakeJob(context.engine, await loadJob(context, undoing))
  await publishLiveEvent(context, { kind: 'task', id })
  return readJob(context, undoing)
}
