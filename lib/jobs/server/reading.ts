import 'server-only'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { jobRows, jobs, type Job } from './tables'
import { noCounts } from './counts'
import { whereIdle, updateWhileLeased } from './lease'
import { whereRowOf, whereJob, withNotes } from './load'
import { addRows, type NewRow } from './rows'

type Key = Pick<Job, 'shopId' | 'id'>
const whereReading = eq(jobs.state, 'reading')

/**
 * Stores arriving rows. `notes` are added to the order.
 * @throws AppError `upload_cancelled`, `upload_cut` if the job has ended meanwhile.
 */
export async function addRead(
  db: Database,
  job: Job,
  rows: NewRow[],
  notes: Record<string, unknown>,
): Promise<void> {
  if (rows.length > 0 && !(await addRows(db, job, rows, notes))) throw await whyEnded(db, job)
}

/**
 * Completes the upload; the dry run can begin.
 * @throws AppError `upload_cancelled`, `upload_cut`.
 */
export async function endRead(db: Database, job: Job, notes: Record<string, unknown>): Promise<void> {
  const values = { order: withNotes(notes), state: 'planning', lease: null, leaseEndsAt: null } as const
  if (!(await updateWhileLeased(db, job, values, whereReading))) throw await whyEnded(db, job)
}

async function whyEnded(db: Database, job: Key): Promise<AppError> {
  const [now] = await db.select({ state: jobs.state }).from(jobs).where(whereJob(job))
  return new AppError(now?.state === 'cancelled' ? 'upload_cancelled' : 'upload_cut')
}

/** Deletes a refused upload with its rows. A job that has already ended stays. */
export const forgetRead = (db: Database, job: Key): Promise<void> =>
  db.transaction(async (tx) => {
    const gone = await tx
      .delete(jobs)
      .where(and(whereJob(job), whereReading))
      .returning({ id: jobs.id })
    if (gone.length > 0) await tx.delete(jobRows).where(whereRowOf(job))
  })

type Ending = { state: 'cancelled' } | { state: 'failed'; failure: 'upload_cut' }

/** Ends a job whose file is still arriving, if `condition` holds, and deletes its rows. Else returns undefined. */
export async function stopRead(
  tx: Database,
  job: Key,
  ending: Ending,
  condition?: SQL,
): Promise<Job | undefined> {
  const [ended] = await tx
    .update(jobs)
    .set({ ...ending, counts: noCounts, lease: null, leaseEndsAt: null, finishedAt: new Date() })
    .where(and(whereJob(job), whereReading, condition))
    .returning()
  if (ended) await tx.delete(jobRows).where(whereRowOf(job))
  return ended
}

/** Ends uploads whose process died. */
export async function endCutReads(engine: Engine): Promise<void> {
  const cut = await engine.db
    .select({ shopId: jobs.shopId, id: jobs.id })
    .from(jobs)
    .where(and(whereReading, whereIdle))
  for (const job of cut) {
    const ending = { state: 'failed', failure: 'upload_cut' } as const
    const ended = await engine.db.transaction((tx) => stopRead(tx, job, ending, whereIdle))
    if (ended) await publishLiveEvent({ engine, shop: { id: job.shopId } }, { kind: 'task', id: job.id })
  }
}
