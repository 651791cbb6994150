import 'server-only'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { ActorContext } from '../../../core/server/context'
import { importOrder, type ImportDuplicates } from '../../import'
import { countRows } from '../counts'
import { whereRowOf, whereJob } from '../load'
import { jobRows, jobs, type Job } from '../tables'

/** Row numbers that are shown. */
const maxRowsShown = 5

/**
 * Rows that create a resource are duplicates if all these values are those of an earlier row, or if the shop has such a
 * resource already. That is a warning: the rows are still imported.
 */
export type DuplicateKey = {
  /**
   * Values of a row, read from `change`, by the name that `isHeld` uses. Rows that lack one are not duplicates. An
   * expression may return a set, such as the tracking IDs of a row: rows that share one of them are duplicates.
   */
  values: Record<string, SQL>
  /** Whether the shop has a resource with the values of `made`. */
  isHeld: (context: ActorContext) => SQL
}

/** Stores in the job's order which rows are duplicates. Runs after all rows are planned. */
export async function noteDuplicates(
  context: ActorContext,
  job: Job,
  { values, isHeld }: DuplicateKey,
): Promise<void> {
  const { db } = context.engine
  const names = Object.keys(values).map((name) => sql.identifier(name))
  const read = Object.entries(values).map(([name, value]) => sql`${value} AS ${sql.identifier(name)}`)
  const { rows } = await db.execute<ImportDuplicates>(sql`
    WITH given AS (
      SELECT position, ${sql.join(read, sql`, `)} FROM ${jobRows}
      WHERE ${and(whereRowOf(job), eq(jobRows.state, 'planned'), isNull(jobRows.subject))}
    ), made AS (
      SELECT *, rank() OVER (PARTITION BY ${sql.join(names, sql`, `)} ORDER BY position) AS place
      FROM given WHERE ROW(${sql.join(names, sql`, `)}) IS NOT NULL
    ), held AS (
      SELECT DISTINCT position FROM made WHERE ${isHeld(context)}
    ), again AS (
      SELECT DISTINCT position FROM made WHERE place > 1
    ), either AS (SELECT position FROM again UNION SELECT position FROM held)
    SELECT (SELECT count(*)::int FROM again) AS in_file, (SELECT count(*)::int FROM held) AS existing,
      ARRAY(SELECT position FROM either ORDER BY position LIMIT ${maxRowsShown}) AS rows`)
  await db
    .update(jobs)
    .set({ order: sql`${jobs.order} || jsonb_build_object('twins', ${JSON.stringify(rows[0])}::jsonb)` })
    .where(and(whereJob(job), eq(jobs.state, 'planning')))
}

/** Returns how many rows would create duplicates, and the first row numbers. */
export const countDuplicates = ({
  existing,
  inFile,
}: {
  existing: number[]
  inFile: number[]
}): ImportDuplicates => ({
  existing: existing.length,
  in_file: inFile.length,
  rows: firstRows([...existing, ...inFile]),
})

export const addDuplicates = (
  soFar: ImportDuplicates | undefined,
  more: ImportDuplicates,
): ImportDuplicates => ({
  existing: (soFar?.existing ?? 0) + more.existing,
  in_file: (soFar?.in_file ?? 0) + more.in_file,
  rows: firstRows([...(soFar?.rows ?? []), ...more.rows]),
})

const firstRows = (positions: number[]): number[] =>
  positions.toSorted((one, other) => one - other).slice(0, maxRowsShown)

/**
 * Publishes the counts of a search by batches once all rows are planned, up to row `plannedTo`. Idempotent. Does nothing
 * if the dry run was restarted meanwhile.
 */
export async function publishDuplicates(
  { engine }: ActorContext,
  job: Job,
  plannedTo: number,
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ order: jobs.order })
      .from(jobs)
      .where(and(whereJob(job), eq(jobs.state, 'planning')))
      .for('update')
    if (!held || Number(held.order.planned_to ?? 0) !== plannedTo) return
    const { twins, twins_so_far: soFar } = importOrder.parse(held.order)
    if (twins) return
    const all = JSON.stringify(soFar ?? countDuplicates({ existing: [], inFile: [] }))
    await tx
      .update(jobs)
      .set({
        order: sql`(${jobs.order} - 'twins_so_far') || jsonb_build_object('twins', ${all}::jsonb)`,
        // Recounts: rows anonymised during planning were counted twice.
        counts: await countRows(tx, job),
      })
      .where(whereJob(job))
  })
}
