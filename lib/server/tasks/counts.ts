import 'server-only'
import { sql } from 'drizzle-orm'
import { taskRowStates, type TaskCounts } from '../../contracts/task'
import type { Database } from '../../db/database'
import { taskRows, type Task } from '../tables/tasks'
import { isRowOf } from './load'

/** How many rows are in which state. */
export async function countsOf(db: Database, task: Pick<Task, 'shopId' | 'id'>): Promise<TaskCounts> {
  const rows = await db
    .select({ state: taskRows.state, count: sql<number>`count(*)`.mapWith(Number) })
    .from(taskRows)
    .where(isRowOf(task))
    .groupBy(taskRows.state)
  const byState = new Map<string, number>(rows.map(({ state, count }) => [state, count]))
  const counts = Object.fromEntries(taskRowStates.map((state) => [state, byState.get(state) ?? 0]))
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { ...counts, total } as TaskCounts
}
