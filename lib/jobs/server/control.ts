import 'server-only'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { activity } from '../../core/server/tables/requests'
import { lostAfterMs } from '../../core/server/route/idempotency-keys'
import type { Database } from '../../db/database'
import type { TaskDetail, TaskKindName, TaskState } from '../schema'
import { hasEnded, readTask, undoingTask } from './answer'
import { countRows, countsOf } from './counts'
import { insertTask, wakeTask } from './create'
import { kindOf } from './kinds'
import { lockTask, repeatedBefore, whereRowOf, whereTask, loadTask, withNotes } from './load'
import { settleUnconfirmed } from './lost'
import { stopRead } from './reading'
import { taskRows, tasks, type Task } from './tables'

const runnable: TaskState[] = ['planned', 'cancelled', 'failed']

/**
 * Starts a planned job, or resumes a cancelled or failed one.
 * @throws AppError `not_found`, `task_state`, also if the job was undone, `decimals_changed`.
 */
export async function runTask(context: ActorContext, id: string): Promise<TaskDetail> {
  const task = await loadTask(context, id)
  await start(context, task, runnable)
  return readTask(context, id)
}

/**
 * Sends the failed rows again, and those still planned. Unconfirmed rows that change a resource are sent again too.
 * Unconfirmed rows that create one are only looked up again.
 * @throws AppError `not_found`, `task_state`, `decimals_changed`.
 */
export const retryTask = (context: ActorContext, id: string): Promise<TaskDetail> => sendAgain(context, id)

/**
 * As `retryTask`, but a person states that the missing resources do not exist: unconfirmed rows that create one are
 * looked up again, and sent again if not found. Excludes rows sent within the last minute, which a slow gateway may
 * still process.
 * @throws AppError `not_found`, `task_state`, `decimals_changed`.
 */
export const repeatUnconfirmed = (context: ActorContext, id: string): Promise<TaskDetail> =>
  sendAgain(context, id, { [repeatedBefore]: new Date(Date.now() - lostAfterMs).toISOString() })

async function sendAgain(
  context: ActorContext,
  id: string,
  more: Record<string, unknown> = {},
): Promise<TaskDetail> {
  const task = await loadTask(context, id)
  const repeatable = kindOf(task).mayRepeat({ subject: null })
  // Starts first: of two concurrent calls, the second finds another state and fails.
  await start(context, task, ['done', 'cancelled', 'failed'], async (tx) => {
    const again = { state: 'planned', errors: null, finishedAt: null, attempts: 0 } as const
    await tx
      .update(taskRows)
      .set(again)
      .where(
        and(
          whereRowOf(task),
          sql`(${taskRows.state} = 'failed' OR (${taskRows.state} = 'unconfirmed'
            AND (${taskRows.subject} IS NOT NULL OR ${repeatable})))`,
        ),
      )
    await settleUnconfirmed(tx, task)
    await tx
      .update(tasks)
      .set({ counts: await countRows(tx, task), order: withNotes(more) })
      .where(whereTask(task))
  })
  return readTask(context, id)
}

/**
 * Whether the shop's decimals changed since the dry run: the rows hold minor units, which would be other prices than the
 * person saw. An undo sends what the gateway had before.
 */
async function wereDecimalsChanged(tx: Database, task: Task): Promise<boolean> {
  if (task.kind === 'customers.import' || task.undoes) return false
  const whereSince = and(
    eq(activity.shopId, task.shopId),
    eq(activity.action, 'minor_units.changed'),
    gt(activity.at, task.createdAt),
  )
  const changes = await tx.select({ id: activity.id }).from(activity).where(whereSince).limit(1)
  return changes.length > 0
}

async function start(
  context: ActorContext,
  task: Task,
  from: TaskState[],
  prepare: (tx: ActorContext['engine']['db']) => Promise<void> = async () => {},
): Promise<void> {
  const { engine, actor } = context
  const started = await engine.db.transaction(async (tx) => {
    await lockTask(tx, task)
    // A job that was undone cannot run again: that run could not be undone any more.
    if (await undoingTask(tx, task)) return null
    if (await wereDecimalsChanged(tx, task)) throw new AppError('decimals_changed')
    const [row] = await tx
      .update(tasks)
      .set({
        state: 'running',
        // A token that starts what a person ordered bounds it from then on.
        apiToken: task.apiToken ?? actor.apiToken,
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
          whereTask(task),
          inArray(tasks.state, from),
          // Its dry run did not complete, so rows may be missing.
          sql`(${tasks.state} = 'planned' OR ${tasks.startedAt} IS NOT NULL)`,
        ),
      )
      .returning()
    if (!row) return null
    await prepare(tx)
    await recordActivity(tx, context, {
      action: 'task.started',
      subject: task.id,
      detail: { kind: task.kind },
    })
    return row
  })
  if (!started) throw new AppError('task_state')
  await wakeTask(engine, started)
  await publishLiveEvent(context, { kind: 'task', id: task.id })
}

/**
 * Cancels a job: nothing more is sent, requests in flight finish, completed rows stay. Also discards a dry run or an
 * upload in progress.
 * @throws AppError `not_found`, `task_state` if it is over.
 */
export async function cancelTask(context: ActorContext, id: string): Promise<TaskDetail> {
  const task = await loadTask(context, id)
  const { engine } = context
  const changed = await engine.db.transaction(async (tx) => {
    const ended = (await stopRead(tx, task, { state: 'cancelled' })) ?? (await cancel(tx, task))
    if (!ended) throw new AppError('task_state')
    await recordActivity(tx, context, { action: 'task.cancelled', subject: id, detail: { kind: task.kind } })
    return ended
  })
  // A turn ends the job, and settles rows that a crash may have left in flight.
  if (changed.state === 'cancelling') await wakeTask(engine, changed)
  await publishLiveEvent(context, { kind: 'task', id })
  return readTask(context, id)
}

async function cancel(tx: Database, task: Task): Promise<Task | undefined> {
  const [changed] = await tx
    .update(tasks)
    .set({
      state: sql`CASE WHEN ${tasks.state} IN ('running', 'cancelling') THEN 'cancelling' ELSE 'cancelled' END`,
      finishedAt: sql`CASE WHEN ${tasks.state} IN ('running', 'cancelling') THEN NULL ELSE now() END`,
      waitingUntil: null,
      waitingFor: null,
      marks: [],
    })
    .where(and(whereTask(task), inArray(tasks.state, ['planning', 'planned', 'running', 'cancelling'])))
    .returning()
  return changed
}

/**
 * Restores what a job has changed, where the gateway still holds what was written. This is a new job; a second call
 * returns the same one.
 * @throws AppError `not_found`, `task_state` if the job is not over, or has changed nothing.
 */
export async function undoTask(context: ActorContext, id: string): Promise<TaskDetail> {
  const { db } = context.engine
  const key = await loadTask(context, id)
  const undoing = await db.transaction(async (tx) => {
    await lockTask(tx, key)
    const task = await loadTask({ ...context, engine: { ...context.engine, db: tx } }, id)
    const earlier = await undoingTask(tx, task)
    if (earlier) return earlier
    if (!hasEnded(task) || (await countsOf(tx, task)).changed === 0) throw new AppError('task_state')
    const { id: made } = await insertTask(tx, context, {
      kind: task.kind as TaskKindName,
      state: 'planning',
      order: { ...task.order, run: true },
      undoes: task.id,
    })
    return made
  })
  await wakeTask(context.engine, await loadTask(context, undoing))
  await publishLiveEvent(context, { kind: 'task', id })
  return readTask(context, undoing)
}
