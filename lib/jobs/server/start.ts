import 'server-only'
import type { Engine } from '../../db/engine'
import { advanceTask } from './advance'
import { endCutReads } from './reading'
import { taskQueues, type TaskJob, wakeTask } from './create'
import { and, inArray, lt, sql } from 'drizzle-orm'
import { taskRows, tasks } from './tables'
import { countsUnlessCut, whereIdle } from './lease'
import { whereRowOf } from './load'

/** Lets this process work at tasks, and go on with those that another one left behind. */
export async function startTasks(engine: Engine): Promise<void> {
  const { jobs } = engine
  // Nothing else runs on an embedded engine that starts: whoever had a task is gone.
  if (engine.embedded) await releaseAll(engine)
  for (const queue of Object.values(taskQueues))
    await jobs.define<TaskJob>(queue, (job) => advanceTask(engine, job))
  await jobs.define('tasks.left-behind', async () => {
    await endCutReads(engine)
    await wakeLeftBehind(engine)
  })
  await jobs.schedule('tasks.left-behind', '* * * * *')
  if (engine.embedded) await jobs.send('tasks.left-behind', {})
}

/** Has those tasks gone on with at which nobody works: what a process that ended left behind, or what waited. */
export async function wakeLeftBehind(engine: Engine): Promise<void> {
  const idle = await engine.db
    .select()
    .from(tasks)
    .where(
      and(
        inArray(tasks.state, ['planning', 'running', 'cancelling']),
        whereIdle,
        sql`(${tasks.waitingUntil} IS NULL OR ${tasks.waitingUntil} <= now())`,
      ),
    )
    .orderBy(tasks.startedAt)
  for (const task of idle) await wakeTask(engine, task)
}

/** Where no other process can be at work: nobody who had a task is there any more. */
async function releaseAll({ db }: Engine): Promise<void> {
  await db
    .update(tasks)
    .set({ lease: null, leaseEndsAt: null, counts: countsUnlessCut })
    .where(sql`${tasks.lease} IS NOT NULL`)
}

/** Tasks are kept for so long after they ended, or after somebody ordered them and let them lie. */
const keptDays = 90

/** Forgets old tasks and their rows. What they did stays in the products' histories. */
export async function forgetOldTasks({ db }: Engine): Promise<void> {
  await db
    .delete(tasks)
    .where(
      and(
        inArray(tasks.state, ['planned', 'cancelled', 'done', 'failed']),
        lt(
          sql`coalesce(${tasks.finishedAt}, ${tasks.createdAt})`,
          sql`now() - make_interval(days => ${keptDays})`,
        ),
      ),
    )
  for (const key of await tasksGone(db)) while (await forgetSomeRows(db, key));
}

type Key = { shopId: string; id: string }

/** Tasks that are gone while rows of theirs are still there. From one task's rows it goes straight to the next's. */
async function tasksGone(db: Engine['db']): Promise<Key[]> {
  const { rows } = await db.execute<Key>(sql`
    WITH RECURSIVE held AS (
      (SELECT shop_id, task_id FROM ${taskRows} ORDER BY shop_id, task_id LIMIT 1)
      UNION ALL
      SELECT next.shop_id, next.task_id FROM held CROSS JOIN LATERAL (
        SELECT shop_id, task_id FROM ${taskRows} r WHERE (r.shop_id, r.task_id) > (held.shop_id, held.task_id)
        ORDER BY shop_id, task_id LIMIT 1) next)
    SELECT shop_id AS "shopId", task_id AS id FROM held
    WHERE NOT EXISTS (SELECT 1 FROM ${tasks} t WHERE t.shop_id = held.shop_id AND t.id = held.task_id)`)
  return rows
}

/** So many at a time, as all others wait for an embedded database meanwhile. */
const forgottenRows = 5_000

/** Whether there were any. */
async function forgetSomeRows(db: Engine['db'], key: Key): Promise<boolean> {
  const some = db
    .select({ position: taskRows.position })
    .from(taskRows)
    .where(whereRowOf(key))
    .limit(forgottenRows)
  const { rowCount } = await db.delete(taskRows).where(and(whereRowOf(key), inArray(taskRows.position, some)))
  return (rowCount ?? 0) > 0
}
