import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { importOrder, type ImportOrder, type ImportDuplicates } from '../../import'
import type { ActorContext } from '../../../core/server/context'
import { countsWith, plannedCounts } from '../counts'
import { whereRowOf, whereTask, withNotes } from '../load'
import { taskRows, tasks, type Task, type TaskRow } from '../tables'
import { withTwins } from './reasons'

const batchRows = 500
/** Rows after which other work of this process gets a turn. */
const atOnce = 50

export type Plan = Pick<TaskRow, 'position' | 'state' | 'subject' | 'change' | 'before' | 'errors'> &
  Partial<Pick<TaskRow, 'keys'>>
export type PlannedRow = Omit<Plan, 'position' | 'keys'>
export type FileRow = { position: number; cells: readonly string[] }
export type Batch = { task: Task; rows: FileRow[]; order: ImportOrder }

/** The dry run of one kind of file. It can restart at any time. */
export type Planner = {
  /**
   * Runs before the first rows.
   * @throws Later to postpone the dry run
   */
  begin: (context: ActorContext) => Promise<void>
  /** Plans consecutive rows. `twins`: duplicates among them, if the kind finds them row by row. */
  plan: (context: ActorContext, batch: Batch) => Promise<{ plans: Plan[]; twins?: ImportDuplicates }>
  /** Runs after all rows: checks that need them together. */
  end: (context: ActorContext, task: Task) => Promise<void>
}

/**
 * Plans the next rows of a file; false if none is left. The progress is in the order (`planned_to`), so that the dry
 * run can be interrupted, and restarted with other columns.
 */
export async function planFile(context: ActorContext, task: Task, planner: Planner): Promise<boolean> {
  const { db } = context.engine
  const [current] = await db.select({ order: tasks.order }).from(tasks).where(whereTask(task))
  const order = importOrder.parse(current?.order)
  const after = Number(current?.order.planned_to ?? 0)
  if (after === 0) await planner.begin(context)
  const found = await db
    .select()
    .from(taskRows)
    .where(and(whereRowOf(task), gt(taskRows.position, after)))
    .orderBy(asc(taskRows.position))
    .limit(batchRows)
  const last = found.at(-1)
  if (last) {
    const rows = found.flatMap(({ position, cells }) => (cells && !isBlank(cells) ? { position, cells } : []))
    const { plans: own, twins } = await planner.plan(context, { task, order, rows })
    const plans = [...own, ...found.filter(isAnonymised)]
    const notes = {
      planned_to: last.position,
      ...(twins && { twins_so_far: withTwins(order.twins_so_far, twins) }),
    }
    const isKept = await storePlans(context, task, { plans, order, after, notes })
    if (!isKept || found.length === batchRows) return true
  }
  await planner.end(context, task)
  return false
}

const isBlank = (cells: readonly string[]): boolean => cells.length === 0
/** The row was emptied when its customer was anonymised (lib/customers/server/import-blank.ts); it keeps its plan. */
const isAnonymised = ({ cells }: TaskRow): boolean => !cells || isBlank(cells)

/** Processes each item, and lets other work run in between. */
export async function mapYielding<Item, Result>(
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
