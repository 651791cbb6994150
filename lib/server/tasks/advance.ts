import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { may } from '../../contracts/permissions'
import type { Engine } from '../../db/engine'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { tellBrowsers } from '../live'
import { correlatedLog } from '../log'
import { loadShop } from '../shops/load'
import { taskRows, tasks, type Task } from '../tables/tasks'
import { memberships, users } from '../tables/users'
import { kindOf } from './kinds'
import { keepTask, takeTask, updateMine } from './lease'
import { runSlice } from './run'
import { sliceMs } from './slice'
import { wakeTask, type TaskJob } from './wake'

/**
 * Works at a task for a few seconds, where nobody else does, and has the rest done later: so that tasks take turns,
 * a process can stop between two turns, and after a crash any other goes on.
 */
export async function advanceTask(engine: Engine, job: TaskJob): Promise<void> {
  const task = await takeTask(engine.db, job)
  if (!task) return
  const log = correlatedLog().child({ shop: task.shopId, task: task.id })
  const release = keepTask(engine.db, task, (error) => log.error({ err: error }, 'task lease not renewed'))
  try {
    const context = await contextOf(engine, task)
    if (task.state === 'planning') await planSlice({ ...context, log }, task)
    else await runSlice({ ...context, log }, task)
  } catch (error) {
    const failure = error instanceof AppError ? error.code : 'internal'
    log.error({ err: error }, 'task failed')
    await updateMine(engine.db, task, { state: 'failed', failure, finishedAt: new Date() })
  } finally {
    release()
    await giveUp(engine, task)
  }
}

/** Whoever ordered the task does it, with the rights they have now. @throws AppError `forbidden` */
async function contextOf(engine: Engine, task: Task): Promise<Omit<ActorContext, 'log'>> {
  const shop = await loadShop(engine.db, task.shopId)
  const [person] = await engine.db
    .select({ userId: users.id, email: users.email, name: users.name, role: memberships.role })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.shopId, task.shopId)))
    .where(and(eq(users.id, task.createdBy), sql`${users.disabledAt} IS NULL`))
  if (!shop || !person || !may(person.role, kindOf(task).permission)) throw new AppError('forbidden')
  return { engine, shop, actor: person }
}

/** Of a dry run that notes how far it is (`planned_to`): it is behind the last row. */
const isPlanned = sql`coalesce((${tasks.order}->>'planned_to')::int >= (SELECT max(${taskRows.position})
  FROM ${taskRows} WHERE ${taskRows.shopId} = ${tasks.shopId} AND ${taskRows.taskId} = ${tasks.id}), true)`

async function planSlice(context: ActorContext, task: Task): Promise<void> {
  const kind = kindOf(task)
  const end = performance.now() + sliceMs
  while (performance.now() < end) {
    if (await kind.planBatch(context, task)) continue
    const runs = task.order.run === true
    const next = runs
      ? ({ state: 'running', startedAt: new Date() } as const)
      : ({ state: 'planned' } as const)
    await updateMine(context.engine.db, task, next, and(eq(tasks.state, 'planning'), isPlanned))
    return // Where that was not so, somebody has begun it anew, and it is taken up again.
  }
}

/** Gives the task up; what is left of it is done later. */
async function giveUp(engine: Engine, task: Task): Promise<void> {
  const left = await updateMine(engine.db, task, { lease: null, leaseEndsAt: null })
  if (!left) return
  await tellBrowsers({ engine, shop: { id: task.shopId } }, { kind: 'task', id: task.id })
  if (left.state === 'planning' || left.state === 'running' || left.state === 'cancelling') {
    const wait = left.waitingUntil ? (left.waitingUntil.valueOf() - Date.now()) / 1000 : 0
    await wakeTask(engine, left, Math.max(0, Math.ceil(wait)))
    return
  }
  // Another task of this shop may have waited for this one.
  const [next] = await engine.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.shopId, task.shopId), sql`${tasks.state} IN ('running', 'cancelling')`))
    .orderBy(tasks.startedAt, tasks.id)
    .limit(1)
  if (next) await wakeTask(engine, next)
}
