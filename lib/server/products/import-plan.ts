import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { ProductDetail } from '../../contracts/product'
import { importOrder, type ImportMapping } from '../../contracts/product-import'
import type { ActorContext } from '../context'
import { countsWith, plannedCounts } from '../tasks/counts'
import { isRowOf, isTask } from '../tasks/load'
import { products } from '../tables/products'
import { taskRows, tasks, type Task, type TaskRow } from '../tables/tasks'
import { readCells, readTexts } from './import-cells'
import { planRow } from './import-row'
import { noteTwins } from './import-twins'
import { toDetail } from './item'
import { confirmedAt, type ProductRow } from './mirror'
import { freshenProducts } from './sync'
import { isPossibleId } from './task-send'

const batchRows = 500
/** After so many rows whatever else waits for this process has its turn. */
const atOnce = 50

/**
 * The dry run of the next rows of a file. How far it is stands in the order (`planned_to`), so that it can be cut,
 * and begun anew with other columns.
 */
export async function planImport(context: ActorContext, task: Task): Promise<boolean> {
  const { db } = context.engine
  const [current] = await db.select({ order: tasks.order }).from(tasks).where(isTask(task))
  const { columns } = importOrder.parse(current?.order)
  const after = Number(current?.order.planned_to ?? 0)
  if (after === 0) await freshenProducts(context)
  const rows = await db
    .select()
    .from(taskRows)
    .where(and(isRowOf(task), gt(taskRows.position, after)))
    .orderBy(asc(taskRows.position))
    .limit(batchRows)
  const last = rows.at(-1)
  if (!last) return done(context, task)
  const ids = rows.flatMap(({ cells }) => idOf(cells ?? [], columns) ?? [])
  const known = await productsOf(context, ids)
  const earlier = await earlierRows(context, task, ids, after + 1)
  const planned: Plan[] = []
  for (const [at, row] of rows.entries()) {
    if (at % atOnce === 0) await setImmediate()
    const plan = planRow(row.cells ?? [], {
      columns,
      minorUnits: context.shop.minorUnits,
      product: (id) => detailOf(known.get(id)),
      earlier: (id) => earlier.get(id),
    })
    if (plan.subject !== null && !earlier.has(plan.subject)) earlier.set(plan.subject, row.position)
    planned.push({ position: row.position, ...plan })
  }
  const isKept = await keep(context, task, planned, { columns, after, to: last.position })
  return !isKept || rows.length === batchRows || done(context, task)
}

/** Nothing is left to be looked at. */
async function done(context: ActorContext, task: Task): Promise<false> {
  await noteTwins(context, task)
  return false
}

function idOf(cells: readonly string[], columns: Parameters<typeof readTexts>[1]): string | null {
  const { id } = readCells({ id: readTexts(cells, columns).id ?? '' })
  return typeof id === 'string' && isPossibleId(id) ? id : null
}

async function productsOf({ engine, shop }: ActorContext, ids: string[]): Promise<Map<string, ProductRow>> {
  if (ids.length === 0) return new Map()
  const rows = await engine.db
    .select({
      ...getTableColumns(products),
      syncedAt: confirmedAt.mapWith(products.syncedAt).as('confirmed_at'),
    })
    .from(products)
    .where(and(eq(products.shopId, shop.id), inArray(products.id, ids), isNull(products.vanishedAt)))
  return new Map(rows.map((row) => [row.id, row]))
}

const detailOf = (row: ProductRow | undefined): ProductDetail | undefined => row && toDetail(row)

/** Where these IDs stand in rows before that position. */
async function earlierRows({ engine }: ActorContext, task: Task, ids: string[], before: number) {
  if (ids.length === 0) return new Map<string, number>()
  // Each is looked up by itself: of all rows with one of them, only the first counts.
  const { rows } = await engine.db.execute<{ id: string; position: number }>(sql`
    SELECT wanted.id, first.position FROM unnest(${sql.param([...new Set(ids)])}::text[]) wanted (id)
    CROSS JOIN LATERAL (SELECT ${taskRows.position} FROM ${taskRows}
      WHERE ${isRowOf(task)} AND ${taskRows.subject} = wanted.id AND ${taskRows.position} < ${before}
      ORDER BY ${taskRows.position} LIMIT 1) first`)
  return new Map(rows.map(({ id, position }) => [id, position]))
}

type Plan = Pick<TaskRow, 'position' | 'state' | 'subject' | 'change' | 'before' | 'errors'>

/** Writes the plan of these rows and how far it is, together; false where somebody has begun it anew meanwhile. */
async function keep(
  { engine }: ActorContext,
  task: Task,
  plans: Plan[],
  { columns, after, to }: { columns: ImportMapping['columns']; after: number; to: number },
): Promise<boolean> {
  return engine.db.transaction(async (tx) => {
    const moved = await tx
      .update(tasks)
      .set({
        order: sql`${tasks.order} || jsonb_build_object('planned_to', ${to}::int)`,
        counts: countsWith(plannedCounts(plans)),
      })
      .where(
        and(
          isTask(task),
          eq(tasks.state, 'planning'),
          sql`coalesce((${tasks.order}->>'planned_to')::int, 0) = ${after}`,
          // As far as the first rows, one that was begun anew is where it was.
          sql`${tasks.order}->'columns' = ${JSON.stringify(columns)}::jsonb`,
        ),
      )
      .returning({ id: tasks.id })
    if (moved.length === 0) return false
    await tx.execute(sql`
      UPDATE ${taskRows} SET state = plan.state, subject = plan.subject, change = plan.change, before = plan.before,
        errors = plan.errors
      FROM json_populate_recordset(NULL::${taskRows}, ${JSON.stringify(plans)}::json) plan
      WHERE ${isRowOf(task)} AND ${taskRows.position} = plan.position`)
    return true
  })
}
