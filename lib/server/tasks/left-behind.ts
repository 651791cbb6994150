import 'server-only'
import { and, inArray, lt, or, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { taskRows, tasks } from '../tables/tasks'
import { isIdle } from './lease'
import { isRowOf } from './load'
import { wakeTask } from './wake'

/** Has those tasks gone on with at which nobody works: what a process that ended left behind, or what waited. */
export async function wakeLeftBehind(engine: Engine): Promise<void> {
  const idle = await engine.db
    .select()
    .from(tasks)
    .where(
      and(
        inArray(tasks.state, ['planning', 'running', 'cancelling']),
        isIdle,
        sql`(${tasks.waitingUntil} IS NULL OR ${tasks.waitingUntil} <= now())`,
      ),
    )
    .orderBy(tasks.startedAt)
  for (const task of idle) await wakeTask(engine, task)
}

/** Where no other process can be at work: nobody who had a task is there any more. */
export async function releaseAll({ db }: Engine): Promise<void> {
  await db
    .update(tasks)
    .set({ lease: null, leaseEndsAt: null })
    .where(sql`${tasks.lease} IS NOT NULL`)
}

/** Tasks are kept for so long after they ended, or after somebody ordered them and let them lie. */
const keptDays = 90
/** A file whose upload was cut is of no use. */
const readingHours = 24

/** Forgets old tasks and their rows. What they did stays in the products' histories. */
export async function forgetOldTasks({ db }: Engine): Promise<void> {
  const old = await db
    .delete(tasks)
    .where(
      or(
        and(
          inArray(tasks.state, ['planned', 'cancelled', 'done', 'failed']),
          lt(
            sql`coalesce(${tasks.finishedAt}, ${tasks.createdAt})`,
            sql`now() - make_interval(days => ${keptDays})`,
          ),
        ),
        and(
          inArray(tasks.state, ['reading']),
          lt(tasks.createdAt, sql`now() - make_interval(hours => ${readingHours})`),
        ),
      ),
    )
    .returning({ shopId: tasks.shopId, id: tasks.id })
  for (const key of old) await db.delete(taskRows).where(isRowOf(key))
}
