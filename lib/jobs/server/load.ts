import 'server-only'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { may } from '../../core/permissions'
import { taskKinds } from '../schema'
import { taskPermissions } from '../permissions'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { taskRows, tasks, type Task } from './tables'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Key = { shopId: string; id: string }

export const whereTask = ({ shopId, id }: Key): SQL => and(eq(tasks.shopId, shopId), eq(tasks.id, id)) as SQL

/** The rows of a task. */
export const whereRowOf = ({ shopId, id }: Key): SQL =>
  and(eq(taskRows.shopId, shopId), eq(taskRows.taskId, id)) as SQL

/** Names a task of this shop by what somebody gave as its ID. @throws AppError `not_found` where it is none. */
export function keyOf({ shop }: ShopContext, id: string): Key {
  if (!uuid.test(id)) throw new AppError('not_found')
  return { shopId: shop.id, id }
}

/** That it is of a kind that whoever asks may see: others are as if they were not there. */
export const whereSeenBy = ({ actor }: ActorContext): SQL =>
  inArray(
    tasks.kind,
    taskKinds.filter((kind) => may(actor.role, taskPermissions[kind].order)),
  )

/** The task of this shop. @throws AppError `not_found`, also where whoever asks may not see it. */
export async function loadTask(context: ActorContext, id: string): Promise<Task> {
  const [task] = await context.engine.db
    .select()
    .from(tasks)
    .where(and(whereTask(keyOf(context, id)), whereSeenBy(context)))
  if (!task) throw new AppError('not_found')
  return task
}
