import 'server-only'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { listedTasks, type TaskDetail, type TaskKindName, type TaskList } from '../../contracts/task'
import type { ShopContext } from '../context'
import { taskRows, tasks, type Task } from '../tables/tasks'
import { users } from '../tables/users'
import { countsOf } from './counts'
import { isRowOf, loadTask } from './load'

/** States in which nothing of a task happens any more by itself. */
export const isOver = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'done' || state === 'cancelled' || state === 'failed'

/** A task of this shop, with its counts. @throws AppError `not_found`. */
export const readTask = async (context: ShopContext, id: string): Promise<TaskDetail> =>
  toTaskDetail(context, await loadTask(context, id))

/** The newest tasks of this shop. */
export async function listTasks(context: ShopContext): Promise<TaskList> {
  const rows = await context.engine.db
    .select()
    .from(tasks)
    .where(eq(tasks.shopId, context.shop.id))
    .orderBy(desc(tasks.createdAt))
    .limit(listedTasks)
  return { items: await Promise.all(rows.map((task) => toTaskDetail(context, task))) }
}

export async function toTaskDetail({ engine }: ShopContext, task: Task): Promise<TaskDetail> {
  const { db } = engine
  const [counts, undoneBy, earlier, [person]] = await Promise.all([
    countsOf(db, task),
    undoingTask(db, task),
    taskBefore(db, task),
    db.select({ name: users.name }).from(users).where(eq(users.id, task.createdBy)),
  ])
  const waits = task.state === 'running' ? task.waitingUntil : null
  return {
    id: task.id,
    kind: task.kind as TaskKindName,
    state: task.state,
    counts,
    order: task.order,
    failure: task.failure,
    waiting_until: waits?.toISOString() ?? null,
    waiting_for: waits ? task.waitingFor : null,
    waiting_behind: earlier,
    undoes: task.undoes,
    undone_by: undoneBy,
    undoable: isOver(task) && undoneBy === null && counts.done > 0 && (await changedSomething(db, task)),
    created_at: task.createdAt.toISOString(),
    created_by: person?.name ?? null,
    started_at: task.startedAt?.toISOString() ?? null,
    finished_at: task.finishedAt?.toISOString() ?? null,
  }
}

type Database = ShopContext['engine']['db']

/** The task that puts this one back, or null. */
export async function undoingTask(db: Database, { shopId, id }: Task): Promise<string | null> {
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.shopId, shopId), eq(tasks.undoes, id)))
    .limit(1)
  return row?.id ?? null
}

/** The task of this shop that sends before this one may (lease.ts), or null. */
async function taskBefore(db: Database, task: Task): Promise<string | null> {
  if (task.state !== 'running') return null
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.shopId, task.shopId),
        inArray(tasks.state, ['running', 'cancelling']),
        sql`(${tasks.startedAt}, ${tasks.id}) < (${task.startedAt?.toISOString()}::timestamptz, ${task.id})`,
      ),
    )
    .orderBy(tasks.startedAt, tasks.id)
    .limit(1)
  return row?.id ?? null
}

/** Whether something was changed, and not only made. */
export async function changedSomething(db: Database, task: Task): Promise<boolean> {
  const [row] = await db
    .select({ one: sql`1` })
    .from(taskRows)
    .where(and(isRowOf(task), eq(taskRows.state, 'done'), isNotNull(taskRows.before)))
    .limit(1)
  return row !== undefined
}
