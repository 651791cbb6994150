import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { may } from '../../core/permissions'
import { actorOfToken } from '../../core/server/api-tokens/load'
import { factorColumnsOfPerson, requireFactor } from '../../core/server/auth/factor-rule'
import type { Actor, ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { runInLocale } from '../../core/i18n/current'
import { publishLiveEvent } from '../../core/server/live'
import { correlatedLog } from '../../core/server/log/log'
import { qualified } from '../../core/server/qualified'
import { factorDueIn, loadShop } from '../../core/server/shop/load'
import { shops } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import { isStorageUnavailable } from '../../db/connection/storage-unavailable'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { taskPermissions } from '../permissions'
import type { TaskKindName } from '../schema'
import { processedRows, countsOf } from './counts'
import { wakeTask, type QueuedJob } from './create'
import { kindOf } from './kinds'
import { renewLease, takeTask, updateWhileLeased, type TaskValues } from './lease'
import { whereTask, sliceMs } from './load'
import { withMark, pauseFor, postpone } from './pace'
import { runSlice } from './run'
import { taskRows, tasks, type Task } from './tables'

/**
 * Works on a job for one turn, unless another process does, and queues the rest. So jobs take turns, and any process
 * can continue after a crash.
 */
export async function advanceTask(engine: Engine, job: QueuedJob): Promise<void> {
  const taken = await takeTask(engine.db, job)
  if (taken) await runInLocale(taken.locale, () => advance(engine, taken))
}

async function advance(engine: Engine, taken: Task): Promise<void> {
  const task = { ...taken, counts: await countsOf(engine.db, taken) }
  const log = correlatedLog().child({ shop: task.shopId, task: task.id })
  const release = renewLease(engine.db, task, (error) => log.error({ err: error }, 'task lease not renewed'))
  try {
    const context = await contextOf(engine, task)
    if (task.marks.length === 0) await mark(engine, task)
    if (task.state === 'planning') await planSlice({ ...context, log }, task)
    else await runSlice({ ...context, log }, task)
    await mark(engine, task)
  } catch (error) {
    // Not the job's fault. It goes on when it is released, or a minute later where that fails too.
    if (isStorageUnavailable(error)) return log.warn({ err: error }, 'task cut: the database went away')
    const failure = error instanceof AppError ? error.code : 'internal'
    log.error({ err: error }, 'task failed')
    await updateWhileLeased(engine.db, task, { state: 'failed', failure, finishedAt: new Date(), marks: [] })
  } finally {
    release()
    await releaseLease(engine, task)
  }
}

/**
 * Returns a context with the current rights of who ordered the job: the person, or the API token, with its scopes and only
 * while it is valid.
 * @throws AppError `forbidden`, `factor_needed`, `token_revoked`, `token_expired`
 */
export async function contextOf(engine: Engine, task: Task): Promise<Omit<ActorContext, 'log'>> {
  const { shopId, apiToken } = task
  const shop = await loadShop(engine.db, shopId)
  const actor =
    apiToken === null
      ? await personOf(engine.db, task)
      : await actorOfToken(engine.db, { shopId, id: apiToken })
  const { order } = taskPermissions[task.kind as TaskKindName]
  if (!shop || !actor || !may(actor, order)) throw new AppError('forbidden')
  return { engine, shop, actor }
}

async function personOf(db: Database, { shopId, createdBy }: Task): Promise<Actor | undefined> {
  const [person] = await db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      role: memberships.role,
      allowances: memberships.allowances,
      ...factorColumnsOfPerson(),
      dueInShop: factorDueIn,
    })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.shopId, shopId)))
    .innerJoin(shops, eq(shops.id, memberships.shopId))
    .where(and(eq(users.id, createdBy), isNull(users.disabledAt), isNull(memberships.disabledAt)))
  if (!person) return undefined
  const { dueInShop, ...actor } = person
  requireFactor(actor, dueInShop)
  return actor
}

/** Whether the dry run has reached the last row. True for jobs that do not record their progress (`planned_to`). */
const whereDryRunComplete = sql`coalesce((${qualified(tasks.order)}->>'planned_to')::int >= (SELECT max(r.position)
  FROM ${taskRows} r WHERE r.shop_id = ${qualified(tasks.shopId)} AND r.task_id = ${qualified(tasks.id)}), true)`

async function planSlice(context: ActorContext, task: Task): Promise<void> {
  const kind = kindOf(task)
  const end = performance.now() + sliceMs
  try {
    while (performance.now() < end) {
      if (await kind.planBatch(context, task)) continue
      const next: TaskValues =
        task.order.run === true
          ? { state: 'running', startedAt: new Date(), marks: [] }
          : { state: 'planned' }
      await updateWhileLeased(
        context.engine.db,
        task,
        next,
        and(eq(tasks.state, 'planning'), whereDryRunComplete),
      )
      break // If the condition failed, the dry run was restarted, and continues in the next turn.
    }
  } catch (error) {
    const hold = pauseFor(context, error)
    if (!hold) throw error
    return postpone(context, task, { ...hold, done: 0 })
  }
  if (task.waitingUntil) await updateWhileLeased(context.engine.db, task, notWaiting)
}

const notWaiting: TaskValues = { waitingUntil: null, waitingFor: null, stuckSince: null }

/** Records the progress for the pace (pace.ts). Clears the marks of a job that stands still. */
async function mark({ db }: Engine, task: Task): Promise<void> {
  const [now] = await db
    .select()
    .from(tasks)
    .where(and(whereTask(task), eq(tasks.lease, task.lease ?? '')))
  if (!now) return
  const { state, counts, waitingUntil } = now
  const isMoving = (state === 'planning' || state === 'running') && waitingUntil === null && counts !== null
  const done = isMoving ? processedRows({ state, counts }) : 0
  await updateWhileLeased(db, task, { marks: isMoving ? withMark(now.marks, { at: Date.now(), done }) : [] })
}

async function releaseLease(engine: Engine, task: Task): Promise<void> {
  const left = await updateWhileLeased(engine.db, task, { lease: null, leaseEndsAt: null })
  if (!left) return
  await publishLiveEvent({ engine, shop: { id: task.shopId } }, { kind: 'task', id: task.id })
  if (left.state === 'planning' || left.state === 'running' || left.state === 'cancelling') {
    const seconds = left.waitingUntil ? (left.waitingUntil.valueOf() - Date.now()) / 1000 : 0
    await wakeTask(engine, left, Math.max(0, Math.ceil(seconds)))
    return
  }
  // A job of this shop that waited for this one.
  const [next] = await engine.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.shopId, task.shopId), sql`${tasks.state} IN ('running', 'cancelling')`))
    .orderBy(tasks.startedAt, tasks.id)
    .limit(1)
  if (next) await wakeTask(engine, next)
}
