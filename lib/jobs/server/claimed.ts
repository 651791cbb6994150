import 'server-only'
import { and, inArray } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { taskRows, type TaskRow } from './tables'
import { whereRowOf } from './load'

/** Those of these resources that no row of the task has made. */
export async function unclaimed(
  db: Database,
  { shopId, taskId }: Pick<TaskRow, 'shopId' | 'taskId'>,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ subject: taskRows.subject })
    .from(taskRows)
    .where(and(whereRowOf({ shopId, id: taskId }), inArray(taskRows.subject, ids)))
  const claimed = new Set(rows.map(({ subject }) => subject))
  return ids.filter((id) => !claimed.has(id))
}
