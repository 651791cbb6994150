import 'server-only'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { readOnce, type ReadOnce } from '../../core/server/mirror/create'
import { isRefusingCalls } from '../../gateway/client/breaker'
import { publishLiveEvent } from '../../core/server/live'
import type { StoredCounts, Job, JobRow } from './tables'
import { countRows, countStateChange } from './counts'
import { rowErrorsOf, turnMs, wereDecimalsChanged } from './load'
import { Stopped, type Outcome, kindOf } from './kinds'
import { updateWhileLeased } from './lease'
import { paceLimit, recordSuccess, pauseFor, pauses, postpone, type Hold } from './pace'
import { beginRow, countAttempt, finishRow, nextRows } from './rows'

/** Attempts before a row fails when the gateway answers others, but not this one. */
const maxAttempts = 3
/** Errors that every row would meet. They end the job, and the row stays planned. */
const endsJob: readonly string[] = ['gateway_credentials', 'secret_unopened', 'internal']
const batchRows = 50
const publishIntervalMs = 1_000

type CountedJob = Job & { counts: StoredCounts }

type Slice = {
  context: ActorContext
  job: CountedJob
  refusal: AppError | null
  end: number
  hold: Hold | null
  isStopped: boolean
  done: number
  publishedAt: number
  /** Resources that the gateway lists and that were not known before, for rows with unknown outcomes. */
  read: ReadOnce
  /** Requests without an answer (`lostKey`), which the next turn settles together. */
  lost: Set<string>
}

/** Unanswered rows after which nothing more is sent before they are settled. */
const maxLost = 20

/**
 * Sends rows for a few seconds, several at a time. First settles rows with unknown outcomes, such as after a crash.
 * Ends the job when no row is left or it was cancelled. `refusal`: nothing may be sent, so rows are only settled.
 * @throws AppError if the job cannot continue, such as with wrong credentials; `refusal` if rows are left once none is in
 *   flight.
 */
export async function runSlice(
  context: ActorContext,
  job: CountedJob,
  refusal: AppError | null,
): Promise<void> {
  const slice: Slice = {
    context,
    job,
    refusal,
    end: performance.now() + turnMs,
    hold: null,
    isStopped: false,
    done: 0,
    publishedAt: performance.now(),
    read: readOnce(context, job.createdAt),
    lost: new Set(),
  }
  const { isSettled, isSent } = await workCounted(slice)
  if (slice.hold) return postpone(context, job, { ...slice.hold, done: slice.done })
  if (slice.done > 0) await updateWhileLeased(context.engine.db, job, { stuckSince: null })
  if (job.state === 'cancelling' && isSettled) await end(slice, 'cancelled')
  else if (isSent) await end(slice, 'done')
  else await updateWhileLeased(context.engine.db, job, { waitingUntil: null, waitingFor: null })
}

/** Settles, then sends. Stores the counts even after an error. */
async function workCounted(slice: Slice): Promise<{ isSettled: boolean; isSent: boolean }> {
  const { job } = slice
  try {
    // One at a time: of two identical rows, the second must see which product the first was found to have made.
    const isSettled = await work(slice, 'sending', settleRow, 1)
    // Cancelled, an undo would still count, and keep others from undoing the rest. With no row to send, nothing is refused.
    const isLeft = job.counts.planned > 0 && (job.state === 'running' || job.undoes !== null)
    if (slice.refusal && isSettled && isLeft) throw slice.refusal
    const isSent =
      isSettled &&
      job.state === 'running' &&
      (slice.refusal !== null || ((await prepare(slice)) && (await work(slice, 'planned', sendRow))))
    if (slice.lost.size > 0) slice.hold ??= { reason: 'gateway_unavailable', seconds: pauses.shortest }
    return { isSettled, isSent }
  } finally {
    await keepCounts(slice)
  }
}

/**
 * Ensures what the rows depend on; false if it is not available yet.
 * @throws AppError `decimals_changed`: the person did not see these prices.
 */
async function prepare(slice: Slice): Promise<boolean> {
  const { context, job } = slice
  if (job.counts.planned === 0) return true
  if (await wereDecimalsChanged(context.engine.db, job)) throw new AppError('decimals_changed')
  try {
    await kindOf(job).prepare?.(context, job)
  } catch (error) {
    slice.hold = pauseFor(context, error)
    if (!slice.hold) throw error
  }
  return slice.hold === null
}

const keepCounts = ({ context, job }: Slice) =>
  updateWhileLeased(context.engine.db, job, { counts: job.counts })

/**
 * Processes the rows in one state in order, `atOnce` at a time or at the shop's pace. Returns true after the last row.
 */
async function work(
  slice: Slice,
  state: JobRow['state'],
  doRow: (slice: Slice, row: JobRow) => Promise<void>,
  atOnce?: number,
): Promise<boolean> {
  const { engine, shop } = slice.context
  let after = 0
  for (;;) {
    const rows = await nextRows(engine.db, slice.job, { state, after, limit: batchRows })
    if (rows.length === 0) return !slice.hold && !slice.isStopped
    const queue = rows.values()
    const worker = async () => {
      for (const row of queue) {
        after = Math.max(after, row.position)
        await doRow(slice, row)
        await publishProgress(slice)
        if (isOver(slice)) return
      }
    }
    const workers = Array.from({ length: atOnce ?? paceLimit(shop.id) }, worker)
    const results = await Promise.allSettled(workers)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    if (isOver(slice)) return false
  }
}

/** A process that is about to end sends no other row: one without its answer would have to be looked for. */
const isOver = ({ context, hold, isStopped, end: endsAt }: Slice) =>
  hold !== null || isStopped || performance.now() > endsAt || context.engine.ending.aborted

const lostKey = ({ subject, change }: JobRow): string => JSON.stringify([subject, change])

async function sendRow(slice: Slice, row: JobRow): Promise<void> {
  const { context, job } = slice
  // Of two equal rows, only one may be looked for at a time: which one created what would be unclear.
  if (slice.lost.has(lostKey(row))) return
  const { db } = context.engine
  const begin = async (before: Record<string, unknown> | null) => {
    await beginRow(db, job, row, before)
    countStateChange(job.counts, row, 'sending')
    Object.assign(row, { state: 'sending', before })
  }
  await attempt(slice, row, () => kindOf(job).send(context, { job, row, begin }))
}

async function settleRow(slice: Slice, row: JobRow): Promise<void> {
  const { context, job, read } = slice
  await attempt(slice, row, () => kindOf(job).settle(context, { job, row, read }), { isSettling: true })
}

async function attempt(
  slice: Slice,
  row: JobRow,
  run: () => Promise<Outcome>,
  { isSettling = false } = {},
): Promise<void> {
  const { context } = slice
  try {
    const outcome = await run()
    await finish(slice, row, outcome)
    slice.done++
    recordSuccess(context.shop.id)
  } catch (error) {
    if (error instanceof Stopped) {
      slice.isStopped = true
      return
    }
    if (!(error instanceof AppError)) throw error
    // It may have happened. The row does not change, and is settled once the gateway answers again.
    if (error.code === 'unconfirmed') {
      slice.lost.add(lostKey(row))
      if (isSettling || slice.lost.size >= maxLost || isRefusingCalls(context.shop))
        slice.hold ??= { reason: 'gateway_unavailable', seconds: pauses.shortest }
      return
    }
    const hold = pauseFor(context, error)
    if (hold) slice.hold ??= hold
    if (hold && (await isGatewayTrouble(slice, row, hold))) {
      if (!isSettling) await finish(slice, row, { state: 'planned' })
      return
    }
    if (endsJob.includes(error.code)) {
      if (!isSettling) await finish(slice, row, { state: 'planned' })
      throw error
    }
    await finish(slice, row, { state: isSettling ? 'unconfirmed' : 'failed', errors: rowErrorsOf(error) })
    slice.done++
  }
}

async function finish({ context, job }: Slice, row: JobRow, outcome: Outcome): Promise<void> {
  if (await finishRow(context.engine.db, row, outcome)) countStateChange(job.counts, row, outcome.state)
}

/** Whether the gateway is to blame: it limits requests, answers no one, or the row had few attempts. */
async function isGatewayTrouble({ context }: Slice, row: JobRow, { reason }: Hold): Promise<boolean> {
  if (reason === 'gateway_rate_limited' || isRefusingCalls(context.shop)) return true
  return (await countAttempt(context.engine.db, row)) < maxAttempts
}

async function end({ context, job }: Slice, wanted: 'done' | 'cancelled'): Promise<void> {
  const { engine } = context
  const { kind, id } = job
  const stored = await countRows(engine.db, job)
  const { changed: _, ...counts } = stored
  // Cancelled while the last rows were sent: every row was sent, so it is done.
  const state = counts.planned === 0 ? 'done' : wanted
  await engine.db.transaction(async (tx) => {
    const ended = await updateWhileLeased(tx, job, {
      state,
      counts: stored,
      finishedAt: new Date(),
      waitingUntil: null,
      waitingFor: null,
      stuckSince: null,
    })
    if (ended)
      await recordActivity(tx, context, {
        action: 'task.ended',
        subject: id,
        detail: { kind, state, counts },
      })
  })
}

async function publishProgress(slice: Slice): Promise<void> {
  if (performance.now() - slice.publishedAt < publishIntervalMs) return
  slice.publishedAt = performance.now()
  await keepCounts(slice)
  await publishLiveEvent(slice.context, { kind: 'task', id: slice.job.id })
}
