import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { importOrder, type ImportOrder, type ImportTwins } from '../../contracts/import'
import type { ActorContext } from '../context'
import { countsWith, plannedCounts } from '../tasks/counts'
import { isRowOf, isTask } from '../tasks/load'
import { withNotes } from '../tasks/order'
import { taskRows, tasks, type Task, type TaskRow } from '../tables/tasks'
import { withTwins } from './count-twins'

const batchRows = 500
/** After so many rows whatever else waits for this process has its turn. */
const atOnce = 50

export type Plan = Pick<TaskRow, 'position' | 'state' | 'subject' | 'change' | 'before' | 'errors'> &
  Partial<Pick<TaskRow, 'keys'>>
/** What is planned of a row, which somebody else places. */
export type PlannedRow = Omit<Plan, 'position' | 'keys'>
export type FileRow = { position: number; cells: readonly string[] }
export type Batch = { task: Task; rows: FileRow[]; order: ImportOrder }

/** What the dry run of a kind of file does; it may be begun anew at any time. */
export type Planner = {
  /** Before the first rows. @throws Later where that must wait */
  begin: (context: ActorContext) => Promise<void>
  /** What these rows, which follow each other, would do. `twins`: of these, where that is told row by row. */
  plan: (context: ActorContext, batch: Batch) => Promise<{ plans: Plan[]; twins?: ImportTwins }>
  /** Once all rows are planned: what only all of them together show. */
  end: (context: ActorContext, task: Task) => Promise<void>
}

/**
 * The dry run of the next rows of a file; false where none is left. How far it is stands in the order
 * (`planned_to`), so that it can be cut, and begun anew with other columns.
 */
export async function planFile(context: ActorContext, task: Task, planner: Planner): Promise<boolean> {
  const { db } = context.engine
  const [current] = await db.select({ order: tasks.order }).from(tasks).where(isTask(task))
  const order = importOrder.parse(current?.order)
  const after = Number(current?.order.planned_to ?? 0)
  if (after === 0) await planner.begin(context)
  const found = await db
    .select()
    .from(taskRows)
    .where(and(isRowOf(task), gt(taskRows.position, after)))
    .orderBy(asc(taskRows.position))
    .limit(batchRows)
  const last = found.at(-1)
  if (last) {
    const rows = found.flatMap(({ position, cells }) => (cells && !isBlank(cells) ? { position, cells } : []))
    const { plans: own, twins } = await planner.plan(context, { task, order, rows })
    const plans = [...own, ...found.filter(isBlanked)]
    const notes = {
      planned_to: last.position,
      ...(twins && { twins_so_far: withTwins(order.twins_so_far, twins) }),
    }
    const isKept = await keep(context, task, { plans, order, after, notes })
    if (!isKept || found.length === batchRows) return true
  }
  await planner.end(context, task)
  return false
}

const isBlank = (cells: readonly string[]): boolean => cells.length === 0
/** What a row said is gone, as its customer was anonymised (customers/import-blank.ts); it stays as it was left. */
const isBlanked = ({ cells }: TaskRow): boolean => !cells || isBlank(cells)

/** Does something with each, and lets others have their turn meanwhile. */
export async function inTurns<Item, Result>(
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

/** `notes`: for the order. */
type Planned = { plans: Plan[]; order: ImportOrder; after: number; notes: Record<string, unknown> }

/** Writes the plan of these rows and how far it is, together; false where somebody has begun it anew meanwhile. */
async function keep(
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
          isTask(task),
          eq(tasks.state, 'planning'),
          sql`coalesce((${tasks.order}->>'planned_to')::int, 0) = ${after}`,
          // As far as the first rows, one that was begun anew is where it was.
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
      WHERE ${isRowOf(task)} AND ${taskRows.position} = plan.position AND ${taskRows.cells} <> '[]'::jsonb`)
    return true
  })
}
