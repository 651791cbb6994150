import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { ActorContext } from '../../../core/server/context'
import type { Database } from '../../../db/database'
import { importOrder, type ImportOrder } from '../../import'
import { countsWith, plannedCounts } from '../counts'
import type { JobKind } from '../kinds'
import { whereRowOf, whereJob, withNotes } from '../load'
import { jobRows, jobs, type Job, type JobRow } from '../tables'
import { withoutHiddenCells, cardHider } from './card-cells'
import { withCertainAmount } from './certain-amounts'
import { addDuplicates, noteDuplicates, publishDuplicates } from './duplicates'
import type { Batch, ImportKind, Plan, FileRow } from './kind'

const batchRows = 500
/** Rows after which other work of this process gets a turn. */
const atOnce = 50

/** Returns the kind of job that an import is. */
export const importJob = <Target extends string>(kind: ImportKind<Target>): JobKind => ({
  ...kind,
  planBatch: (context, job) =>
    job.undoes && kind.planUndo ? kind.planUndo(context, job) : planFile(context, job, kind),
})

/**
 * Plans the next rows of a file; false after the last ones. The progress is in the order (`planned_to`), so that the
 * dry run can be interrupted, and restarted with other columns.
 */
async function planFile<Target extends string>(
  context: ActorContext,
  job: Job,
  kind: ImportKind<Target>,
): Promise<boolean> {
  const { db } = context.engine
  const [current] = await db.select({ order: jobs.order }).from(jobs).where(whereJob(job))
  const order = importOrder.parse(current?.order)
  const after = Number(current?.order.planned_to ?? 0)
  if (after === 0) await kind.begin?.(context, job)
  const found = await db
    .select()
    .from(jobRows)
    .where(and(whereRowOf(job), gt(jobRows.position, after)))
    .orderBy(asc(jobRows.position))
    .limit(batchRows)
  const last = found.at(-1)
  if (last) {
    const columns = order.columns as (Target | null)[]
    const filled = found.flatMap(({ position, cells }) =>
      cells && !isEmpty(cells) ? { position, cells } : [],
    )
    const rows = await hideSecrets(db, job, { rows: filled, order }, kind)
    const { plans: own, notes: more } = await planRows(context, { job, order, rows, columns }, kind)
    const plans = [...own, ...found.filter(isAnonymised)]
    const notes = { planned_to: last.position, ...more }
    const isKept = await storePlans(context, job, { plans, order, after, notes })
    if (!isKept || found.length === batchRows) return true
  }
  await (typeof kind.duplicates === 'function'
    ? publishDuplicates(context, job, last?.position ?? after)
    : noteDuplicates(context, job, kind.duplicates))
  return false
}

async function planRows<Target extends string>(
  context: ActorContext,
  batch: Batch<Target>,
  { planner, duplicates }: ImportKind<Target>,
): Promise<{ plans: Plan[]; notes?: Partial<ImportOrder> }> {
  const planRow = await planner(context, batch)
  const plans = await mapYielding(batch.rows, (row) =>
    withoutHiddenCells(
      withCertainAmount({ position: row.position, ...planRow(row) }, batch),
      row.cells,
      batch,
    ),
  )
  if (typeof duplicates !== 'function') return { plans }
  const more = await duplicates(context, batch, plans)
  return { plans, notes: { twins_so_far: addDuplicates(batch.order.twins_so_far, more) } }
}

const isEmpty = (cells: readonly string[]): boolean => cells.length === 0
/**
 * The row was emptied when its customer was anonymised (lib/customers/server/importing/import-anonymise.ts); it keeps its
 * plan.
 */
const isAnonymised = ({ cells }: JobRow): boolean => !cells || isEmpty(cells)

/** Processes each item, and lets other work run in between. */
async function mapYielding<Item, Result>(
  items: readonly Item[],
  each: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [at, item] of items.entries()) {
    if (at % atOnce === 0) await setImmediate()
    results.push(each(item))
  }
  return results
}

type Planned = { plans: Plan[]; order: ImportOrder; after: number; notes: Record<string, unknown> }

/** Stores the plans of these rows and the progress together; false if the dry run was restarted meanwhile. */
async function storePlans(
  { engine }: ActorContext,
  job: Job,
  { plans, order, after, notes }: Planned,
): Promise<boolean> {
  return engine.db.transaction(async (tx) => {
    const moved = await tx
      .update(jobs)
      .set({
        order: withNotes(notes),
        counts: countsWith(plannedCounts(plans)),
      })
      .where(
        and(
          whereJob(job),
          eq(jobs.state, 'planning'),
          sql`coalesce((${jobs.order}->>'planned_to')::int, 0) = ${after}`,
          // At the first rows, a restarted dry run has the same progress, so the columns are compared too.
          sql`${jobs.order}->'columns' = ${JSON.stringify(order.columns)}::jsonb`,
          sql`coalesce((${jobs.order}->>'with_existing')::boolean, false) = ${order.with_existing}`,
        ),
      )
      .returning({ id: jobs.id })
    if (moved.length === 0) return false
    await tx.execute(sql`
      UPDATE ${jobRows} SET state = plan.state, subject = plan.subject, change = plan.change, before = plan.before,
        errors = plan.errors, keys = plan.keys
      FROM json_populate_recordset(NULL::${jobRows}, ${JSON.stringify(plans)}::json) plan
      WHERE ${whereRowOf(job)} AND ${jobRows.position} = plan.position AND ${jobRows.cells} <> '[]'::jsonb`)
    return true
  })
}

type Source = Pick<ImportKind<string>, 'skipped' | 'withoutSecrets'>

/**
 * Returns the rows without the secrets that only their columns show, and stores them so: a person may choose a column
 * after the file arrived.
 */
async function hideSecrets(
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
