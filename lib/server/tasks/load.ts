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

/** The task of this shop. @throws AppError `not_found`. */
export async function loadTask({ engine, shop }: ShopContext, id: string): Promise<Task> {
  if (!uuid.test(id)) throw new AppError('not_found')
  const [task] = await engine.db
    .select()
    .from(tasks)
    .where(isTask({ shopId: shop.id, id }))
  if (!task) throw new AppError('not_found')
  return task
}
