import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { importOrder, type ImportOrder } from '../../import'
import { whereJob, whereRowOf, withNotes } from '../load'
import { jobRows, jobs, type Job } from '../tables'
import { cardHider } from './card-cells'
import type { FileRow, ImportKind } from './kind'

type Source = Pick<ImportKind<string>, 'skipped' | 'withoutSecrets'>

/**
 * Returns the rows without the secrets that only their columns show, and stores them so: a person may choose a column
 * after the file arrived.
 */
export async function hideSecrets(
  db: Database,
  job: Job,
  { rows, order }: { rows: FileRow[]; order: ImportOrder },
  source: Source,
): Promise<FileRow[]> {
  const hide = cardHider(source, order, order.sample[0])
  const hideIn = (cells: readonly string[]) => cells.map(hide)
  const clean = rows.map(({ position, cells }) => ({ position, cells: hideIn(cells) }))
  const changed = clean.filter(({ cells }, at) => cells.some((cell, n) => cell !== rows[at]?.cells[n]))
  if (changed.length === 0) return rows
  await db.transaction(async (tx) => {
    // Locked, because anonymising a customer changes the sample too.
    const [held] = await tx.select({ order: jobs.order }).from(jobs).where(whereJob(job)).for('update')
    const { sample } = importOrder.parse(held?.order)
    await tx
      .update(jobs)
      .set({ order: withNotes({ sample: sample.map(hideIn) }) })
      .where(whereJob(job))
    await tx.execute(sql`
      UPDATE ${jobRows} SET cells = clean.cells
      FROM json_populate_recordset(NULL::${jobRows}, ${JSON.stringify(changed)}::json) clean
      WHERE ${whereRowOf(job)} AND ${jobRows.position} = clean.position AND ${jobRows.cells} <> '[]'::jsonb`)
  })
  return clean
}
