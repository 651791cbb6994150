import 'server-only'
import { and, eq, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { taskRows, tasks, type Task } from '../tables/tasks'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Key = { shopId: string; id: string }

export const isTask = ({ shopId, id }: Key): SQL => and(eq(tasks.shopId, shopId), eq(tasks.id, id)) as SQL

/** The rows of a task. */
export const isRowOf = ({ shopId, id }: Key): SQL =>
  and(eq(taskRows.shopId, shopId), eq(taskRows.taskId, id)) as SQL

/** Names a task of this shop by what somebody gave as its ID. @throws AppError `not_found` where it is none. */
export function keyOf({ shop }: ShopContext, id: string): Key {
  if (!uuid.test(id)) throw new AppError('not_found')
  return { shopId: shop.id, id }
}

/** The task of this shop. @throws AppError `not_found`. */
export async function loadTask(context: ShopContext, id: string): Promise<Task> {
  const [task] = await context.engine.db
    .select()
    .from(tasks)
    .where(isTask(keyOf(context, id)))
  if (!task) throw new AppError('not_found')
  return task
}
