import 'server-only'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { taskRows, tasks, type Task } from './tables'
import { noCounts } from './counts'
import { whereIdle, updateWhileLeased } from './lease'
import { whereRowOf, whereTask, withNotes } from './load'
import { addRows, type NewRow } from './rows'

type Key = Pick<Task, 'shopId' | 'id'>
const whereReading = eq(tasks.state, 'reading')

/**
 * Stores arriving rows. `notes` are added to the order.
 * @throws AppError `upload_cancelled`, `upload_cut` if the job has ended meanwhile.
 */
export async function addRead(
  db: Database,
  task: Task,
  rows: NewRow[],
  notes: Record<string, unknown> = {},
): Promise<void> {
  if (rows.length > 0 && !(await addRows(db, task, rows, notes))) throw await whyEnded(db, task)
}

/**
 * Completes the upload; the dry run can begin.
 * @throws AppError `upload_cancelled`, `upload_cut`.
 */
export async function endRead(db: Database, task: Task, notes: Record<string, unknown>): Promise<void> {
  const values = { order: withNotes(notes), state: 'planning', lease: null, leaseEndsAt: null } as const
  if (!(await updateWhileLeased(db, task, values, whereReading))) throw await whyEnded(db, task)
}

async function whyEnded(db: Database, task: Key): Promise<AppError> {
  const [now] = await db.select({ state: tasks.state }).from(tasks).where(whereTask(task))
  return new AppError(now?.state === 'cancelled' ? 'upload_cancelled' : 'upload_cut')
}

/** Deletes a refused upload with its rows. A job that has already ended stays. */
export const forgetRead = (db: Database, task: Key): Promise<void> =>
  db.transaction(async (tx) => {
    const gone = await tx
      .delete(tasks)
      .where(and(whereTask(task), whereReading))
      .returning({ id: tasks.id })
    if (gone.length > 0) await tx.delete(taskRows).where(whereRowOf(task))
  })

type Ending = { state: 'cancelled' } | { state: 'failed'; failure: 'upload_cut' }

/** Ends a job whose file is still arriving, if `condition` holds, and deletes its rows. Else returns undefined. */
export async function stopRead(
  tx: Database,
  task: Key,
  ending: Ending,
  condition?: SQL,
): Promise<Task | undefined> {
  const [ended] = await tx
    .update(tasks)
    .set({ ...ending, counts: noCounts, lease: null, leaseEndsAt: null, finishedAt: new Date() })
    .where(and(whereTask(task), whereReading, condition))
    .returning()
  if (ended) await tx.delete(taskRows).where(whereRowOf(task))
  return ended
}

/** Ends uploads whose process died. */
export async function endCutReads(engine: Engine): Promise<void> {
  const cut = await engine.db
    .select({ shopId: tasks.shopId, id: tasks.id })
    .from(tasks)
    .where(and(whereReading, whereIdle))
  for (const task of cut) {
    const ending = { state: 'failed', failure: 'upload_cut' } as const
    const ended = await engine.db.transaction((tx) => stopRead(tx, task, ending, whereIdle))
    if (ended) await publishLiveEvent({ engine, shop: { id: task.shopId } }, { kind: 'task', id: task.id })
  }
}
