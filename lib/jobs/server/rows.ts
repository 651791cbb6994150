import 'server-only'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { jobRows, jobs, type Job, type JobRow } from './tables'
import { addedCounts, countsWith } from './counts'
import { Stopped, type Outcome } from './kinds'
import { whereLeased, updateWhileLeased } from './lease'
import { whereRowOf, withNotes } from './load'

const whereRow = ({ shopId, jobId, position }: Pick<JobRow, 'shopId' | 'jobId' | 'position'>) =>
  and(whereRowOf({ shopId, id: jobId }), eq(jobRows.position, position))

export const nextRows = (
  db: Database,
  job: Job,
  { state, after, limit }: { state: JobRow['state']; after: number; limit: number },
): Promise<JobRow[]> =>
  db
    .select()
    .from(jobRows)
    .where(and(whereRowOf(job), eq(jobRows.state, state), gt(jobRows.position, after)))
    .orderBy(asc(jobRows.position))
    .limit(limit)

/**
 * Marks a row as being sent, and stores the previous values. Hints of the dry run stay.
 * @throws Stopped
 */
export async function beginRow(
  db: Database,
  job: Job,
  row: JobRow,
  before: Record<string, unknown> | null,
): Promise<void> {
  // By this process's clock: settling compares it with when the mirror first saw a product.
  const begun = await db
    .update(jobRows)
    .set({ state: 'sending', before, sentAt: new Date() })
    .where(and(whereRow(row), eq(jobRows.state, 'planned'), whereLeased(job)))
    .returning({ position: jobRows.position })
  if (begun.length === 0) throw new Stopped('the job does not go on')
}

/**
 * Stores a row's outcome; false if another process already did. Rows that succeeded keep the hints of the dry run. If
 * the gateway refused a row, that request has no late effect: `sentAt` goes back to the value before it.
 */
export async function finishRow(
  db: Database,
  row: JobRow,
  { state, subject, errors }: Outcome,
): Promise<boolean> {
  const finished = await db
    .update(jobRows)
    .set({
      state,
      subject,
      errors: errors ?? (state === 'done' || state === 'planned' ? undefined : null),
      finishedAt: state === 'planned' ? null : new Date(),
      sentAt: state === 'planned' || state === 'failed' ? row.sentAt : undefined,
    })
    .where(and(whereRow(row), sql`${jobRows.state} IN ('planned', 'sending')`))
    .returning({ position: jobRows.position })
  return finished.length > 0
}

export async function countAttempt(db: Database, row: JobRow): Promise<number> {
  const [counted] = await db
    .update(jobRows)
    .set({ attempts: sql`${jobRows.attempts} + 1` })
    .where(whereRow(row))
    .returning({ attempts: jobRows.attempts })
  return counted?.attempts ?? 0
}

export type NewRow = Omit<typeof jobRows.$inferInsert, 'shopId' | 'jobId'>

/** Adds rows to a job, its counts and `notes`. Returns false if this process has lost it or its state changed. */
export const addRows = (
  db: Database,
  job: Job,
  rows: NewRow[],
  notes: Record<string, unknown> = {},
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const values = { counts: countsWith(addedCounts(rows)), order: withNotes(notes) }
    // Locks the job first: a concurrent cancel waits, and then ends a job that includes these rows.
    if (!(await updateWhileLeased(tx, job, values, eq(jobs.state, job.state)))) return false
    await insertRows(tx, job, rows)
    return true
  })

/** Inserts rows as a single parameter, so that their number is not limited. */
async function insertRows(db: Database, { shopId, id }: Job, rows: NewRow[]): Promise<void> {
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
    sql`INSERT INTO ${jobRows} SELECT * FROM json_populate_recordset(NULL::${jobRows}, ${JSON.stringify(named)}::json)`,
  )
}

export async function lastRow(db: Database, job: Job): Promise<JobRow | null> {
  const [row] = await db
    .select()
    .from(jobRows)
    .where(whereRowOf(job))
    .orderBy(sql`${jobRows.position} DESC`)
    .limit(1)
  return row ?? null
}
