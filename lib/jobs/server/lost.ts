import 'server-only'
import { and, eq, exists, isNull, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { lostAfterMs } from '../../core/server/route/idempotency-keys'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { contextOf } from './advance'
import { undoingTask } from './answer'
import { wakeTask } from './create'
import { lockTask, whereRowOf, whereTask } from './load'
import { taskRows, tasks, type Task } from './tables'

/** Marks rows that may have created something to be looked up again. */
export async function settleUnconfirmed(tx: Database, task: TaskKey, ...conditions: SQL[]): Promise<void> {
  await tx
    .update(taskRows)
    .set({ state: 'sending', errors: null, finishedAt: null })
    .where(and(whereRowOf(task), whereMaybeCreated, ...conditions))
}

type TaskKey = Pick<Task, 'shopId' | 'id'>

const whereMaybeCreated = and(
  eq(taskRows.state, 'unconfirmed'),
  isNull(taskRows.subject),
  // Leaves out anonymised rows: what they sent is no longer known.
  sql`${taskRows.cells} IS DISTINCT FROM '[]'::jsonb`,
)

/** A row that was given up sooner than this after it was sent: a slow gateway may list it later. */
const whereGivenUpEarly = sql`${taskRows.finishedAt} < ${taskRows.sentAt} + make_interval(secs => ${lostAfterMs / 1000})`

/** How long after its end a job is considered for another look. */
const hoursToLook = 1

/**
 * Looks once more for what rows may have created, a minute after they were sent. Sends nothing. Rows that are still not
 * found stay unconfirmed, and a person is asked (`repeatUnconfirmed`). A job that may not go on, such as of somebody
 * without access, stays as it ended.
 */
export async function findUnconfirmedRows(engine: Engine): Promise<void> {
  const { db } = engine
  const ended = await db
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.state, 'done'),
        sql`(${tasks.counts}->>'unconfirmed')::int > 0`,
        sql`${tasks.finishedAt} BETWEEN now() - make_interval(hours => ${hoursToLook})
          AND now() - make_interval(secs => ${lostAfterMs / 1000})`,
      ),
    )
  for (const one of ended) {
    if (!(await mayGoOn(engine, one))) continue
    const task = await db.transaction(async (tx) => lookAgain(tx, one))
    if (!task) continue
    await wakeTask(engine, task)
    await publishLiveEvent({ engine, shop: { id: task.shopId } }, { kind: 'task', id: task.id })
  }
}

const mayGoOn = (engine: Engine, task: Task): Promise<boolean> =>
  contextOf(engine, task).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

async function lookAgain(tx: Database, key: TaskKey): Promise<Task | null> {
  await lockTask(tx, key)
  if (await undoingTask(tx, key)) return null
  const [task] = await tx
    .update(tasks)
    .set({ state: 'running', startedAt: new Date(), finishedAt: null, counts: null })
    .where(
      and(
        whereTask(key),
        eq(tasks.state, 'done'),
        exists(
          tx
            .select({ position: taskRows.position })
            .from(taskRows)
            .where(and(whereRowOf(key), whereMaybeCreated, whereGivenUpEarly)),
        ),
      ),
    )
    .returning()
  if (!task) return null
  await settleUnconfirmed(tx, key, whereGivenUpEarly)
  return task
}
