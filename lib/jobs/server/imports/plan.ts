import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { ActorContext } from '../../../core/server/context'
import { importOrder, type ImportOrder } from '../../import'
import { countsWith, plannedCounts } from '../counts'
import type { TaskKind } from '../kinds'
import { whereRowOf, whereTask, withNotes } from '../load'
import { taskRows, tasks, type Task, type TaskRow } from '../tables'
import { addDuplicates, noteDuplicates, publishDuplicates } from './duplicates'
import type { Batch, ImportKind, Plan } from './kind'

const batchRows = 500
/** Rows after which other work of this process gets a turn. */
const atOnce = 50

/** Returns the kind of job that an import is. */
export const importTask = <Target extends string>(kind: ImportKind<Target>): TaskKind => ({
  ...kind,
  planBatch: (context, task) =>
    task.undoes && kind.planUndo ? kind.planUndo(context, task) : planFile(context, task, kind),
})

/**
 * Plans the next rows of a file; false if none is left. The progress is in the order (`planned_to`), so that the dry
 * run can be interrupted, and restarted with other columns.
 */
async function planFile<Target extends string>(
  context: ActorContext,
  task: Task,
  kind: ImportKind<Target>,
): Promise<boolean> {
  const { db } = context.engine
  const [current] = await db.select({ order: tasks.order }).from(tasks).where(whereTask(task))
  const order = importOrder.parse(current?.order)
  const after = Number(current?.order.planned_to ?? 0)
  if (after === 0) await kind.begin?.(context)
  const found = await db
    .select()
    .from(taskRows)
    .where(and(whereRowOf(task), gt(taskRows.position, after)))
    .orderBy(asc(taskRows.position))
    .limit(batchRows)
  const last = found.at(-1)
  if (last) {
    const rows = found.flatMap(({ position, cells }) => (cells && !isBlank(cells) ? { position, cells } : []))
    const columns = order.columns as (Target | null)[]
    const { plans: own, notes: more } = await planRows(context, { task, order, rows, columns }, kind)
    const plans = [...own, ...found.filter(isAnonymised)]
    const notes = { planned_to: last.position, ...more }
    const isKept = await storePlans(context, task, { plans, order, after, notes })
    if (!isKept || found.length === batchRows) return true
  }
  await (typeof kind.duplicates === 'function'
    ? publishDuplicates(context, task)
    : noteDuplicates(context, task, kind.duplicates))
  return false
}

async function planRows<Target extends string>(
  context: ActorContext,
  batch: Batch<Target>,
  { planner, duplicates }: ImportKind<Target>,
): Promise<{ plans: Plan[]; notes?: Partial<ImportOrder> }> {
  const planRow = await planner(context, batch)
  const plans = await mapYielding(batch.rows, (row) => ({ position: row.position, ...planRow(row) }))
  if (typeof duplicates !== 'function') return { plans }
  const more = await duplicates(context, batch, plans)
  return { plans, notes: { twins_so_far: addDuplicates(batch.order.twins_so_far, more) } }
}

const isBlank = (cells: readonly string[]): boolean => cells.length === 0
/** The row was emptied when its customer was anonymised (lib/customers/server/importing/import-blank.ts); it keeps its plan. */
const isAnonymised = ({ cells }: TaskRow): boolean => !cells || isBlank(cells)

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
  task: Task,
  { plans, order, after, notes }: Planned,
): Promise<boolean> {
  return engine.db.transaction(async (tx) => {
    const moved = await tx
      .update(tasks)
      .set({
        order: withNotes(notes),
        counts: countsWith(plannedCounts(plans)),
      })
      .where(
        and(
          whereTask(task),
          eq(tasks.state, 'planning'),
          sql`coalesce((${tasks.order}->>'planned_to')::int, 0) = ${after}`,
          // At the first rows, a restarted dry run has the same progress, so the columns are compared too.
          sql`${tasks.order}->'columns' = ${JSON.stringify(order.columns)}::jsonb`,
          sql`coalesce((${tasks.order}->>'with_existing')::boolean, false) = ${order.with_existing}`,
        ),
      )
      .returning({ id: tasks.id })
    if (moved.length === 0) return false
    await tx.execute(sql`
      UPDATE ${taskRows} SET state = plan.state, subject = plan.subject, change = plan.change, before = plan.before,
        errors = plan.errors, keys = plan.keys
      FROM json_populate_recordset(NULL::${taskRows}, ${JSON.stringify(plans)}::json) plan
      WHERE ${whereRowOf(task)} AND ${taskRows.position} = plan.position AND ${taskRows.cells} <> '[]'::jsonb`)
    return true
  })
}
