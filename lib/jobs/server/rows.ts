import 'server-only'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { taskRows, tasks, type Task, type TaskRow } from './tables'
import { addedCounts, countsWith } from './counts'
import { Stopped, type Outcome } from './kinds'
import { whereLeased, updateWhileLeased } from './lease'
import { whereRowOf, withNotes } from './load'

const whereRow = ({ shopId, taskId, position }: Pick<TaskRow, 'shopId' | 'taskId' | 'position'>) =>
  and(whereRowOf({ shopId, id: taskId }), eq(taskRows.position, position))

export const nextRows = (
  db: Database,
  task: Task,
  { state, after, limit }: { state: TaskRow['state']; after: number; limit: number },
): Promise<TaskRow[]> =>
  db
    .select()
    .from(taskRows)
    .where(and(whereRowOf(task), eq(taskRows.state, state), gt(taskRows.position, after)))
    .orderBy(asc(taskRows.position))
    .limit(limit)

/**
 * Marks a row as being sent, and stores the previous values. Hints of the dry run stay.
 * @throws Stopped
 */
export async function beginRow(
  db: Database,
  task: Task,
  row: TaskRow,
  before: Record<string, unknown> | null,
): Promise<void> {
  // By this process's clock: settling compares it with when the mirror first saw a product.
  const begun = await db
    .update(taskRows)
    .set({ state: 'sending', before, sentAt: new Date() })
    .where(and(whereRow(row), eq(taskRows.state, 'planned'), whereLeased(task)))
    .returning({ position: taskRows.position })
  if (begun.length === 0) throw new Stopped('the task does not go on')
}

/** Stores a row's outcome; false if another process already did. Rows that succeeded keep the hints of the dry run. */
export async function finishRow(
  db: Database,
  row: TaskRow,
  { state, subject, errors }: Outcome,
): Promise<boolean> {
  const finished = await db
    .update(taskRows)
    .set({
      state,
      subject,
      errors: errors ?? (state === 'done' || state === 'planned' ? undefined : null),
      finishedAt: state === 'planned' ? null : new Date(),
    })
    .where(and(whereRow(row), sql`${taskRows.state} IN ('planned', 'sending')`))
    .returning({ position: taskRows.position })
  return finished.length > 0
}

export async function countAttempt(db: Database, row: TaskRow): Promise<number> {
  const [counted] = await db
    .update(taskRows)
    .set({ attempts: sql`${taskRows.attempts} + 1` })
    .where(whereRow(row))
    .returning({ attempts: taskRows.attempts })
  return counted?.attempts ?? 0
}

export type NewRow = Omit<typeof taskRows.$inferInsert, 'shopId' | 'taskId'>

/**
 * Adds rows to a job, and updates its counts and order (`notes`). Returns false if this process has lost the job or its
 * state changed.
 */
export const addRows = (
  db: Database,
  task: Task,
  rows: NewRow[],
  notes: Record<string, unknown> = {},
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const values = { counts: countsWith(addedCounts(rows)), order: withNotes(notes) }
    // Locks the job first: a concurrent cancel waits, and then ends a job that includes these rows.
    if (!(await updateWhileLeased(tx, task, values, eq(tasks.state, task.state)))) return false
    await insertRows(tx, task, rows)
    return true
  })

/** Inserts rows as a single parameter, so that their number is not limited. */
async function insertRows(db: Database, { shopId, id }: Task, rows: NewRow[]): Promise<void> {
  const named = rows.map((row) => ({
    shop_id: shopId,
    task_id: id,
    position: row.position,
    state: row.state,
    subject: row.subject,
    change: row.change,
    before: row.before,
    errors: row.errors,
    cells: row.cells,
    keys: row.keys,
    attempts: 0,
  }))
  await db.execute(
    sql`INSERT INTO ${taskRows} SELECT * FROM json_populate_recordset(NULL::${taskRows}, ${JSON.stringify(named)}::json)`,
  )
}

export async function lastRow(db: Database, task: Task): Promise<TaskRow | null> {
  const [row] = await db
    .select()
    .from(taskRows)
    .where(whereRowOf(task))
    .orderBy(sql`${taskRows.position} DESC`)
    .limit(1)
  return row ?? null
}
