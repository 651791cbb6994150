import 'server-only'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import type { TaskDetail } from '../schema'
import { readTask } from './answer'
import { tasks } from './tables'

/** Returns the job that an earlier request made, whose answer was lost. Compares what was ordered; null if there is none. */
export async function findOrdered(
  context: ActorContext,
  order: Record<string, unknown>,
  sentAt: Date,
): Promise<TaskDetail | null> {
  const { engine, shop, actor } = context
  const [task] = await engine.db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.shopId, shop.id),
        eq(tasks.createdBy, actor.userId),
        sql`${tasks.order} = ${JSON.stringify(order)}::jsonb`,
        // 10 seconds, since two clocks are compared.
        sql`${tasks.createdAt} >= ${sentAt.toISOString()}::timestamptz - interval '10 seconds'`,
      ),
    )
    .orderBy(asc(tasks.createdAt))
    .limit(1)
  return task ? readTask(context, task.id) : null
}
