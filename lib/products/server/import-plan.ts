import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ProductDetail } from '../schema'
import type { ProductTarget } from '../import'
import type { ActorContext } from '../../core/server/context'
import { inTurns, type Batch, type Plan, type Planner } from '../../jobs/server/imports/plan'
import { readTexts } from '../../jobs/server/imports/texts'
import { confirmedColumns } from '../../core/server/mirror/confirmed'
import { whereRowOf } from '../../jobs/server/load'
import { products } from './tables'
import { taskRows, type Task } from '../../jobs/server/tables'
import { readCells } from './import-cells'
import { planRow } from './import-row'
import { noteTwins } from './import-twins'
import { toDetail } from './item'
import type { ProductRow } from './tables'
import { freshenProducts } from './sync'
import { isPossibleId } from './task-send'

/** The dry run of a file of products. */
export const productPlanner: Planner = { begin: freshenProducts, plan: planRows, end: noteTwins }

type Columns = readonly (ProductTarget | null)[]

async function planRows(context: ActorContext, { task, rows, order }: Batch): Promise<{ plans: Plan[] }> {
  const columns = order.columns as Columns
  const ids = rows.flatMap(({ cells }) => idOf(cells, columns) ?? [])
  const known = await productsOf(context, ids)
  const earlier = await earlierRows(context, task, ids, rows[0]?.position ?? 0)
  const plans = await inTurns(rows, ({ position, cells }) => {
    const plan = planRow(cells, {
      columns,
      minorUnits: context.shop.minorUnits,
      product: (id) => detailOf(known.get(id)),
      earlier: (id) => earlier.get(id),
    })
    if (plan.subject !== null && !earlier.has(plan.subject)) earlier.set(plan.subject, position)
    return { position, ...plan }
  })
  return { plans }
}

function idOf(cells: readonly string[], columns: Columns): string | null {
  const { id } = readCells({ id: readTexts(cells, columns).id ?? '' })
  return typeof id === 'string' && isPossibleId(id) ? id : null
}

async function productsOf({ engine, shop }: ActorContext, ids: string[]): Promise<Map<string, ProductRow>> {
  if (ids.length === 0) return new Map()
  const rows = await engine.db
    .select(confirmedColumns(products, 'products'))
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
      WHERE ${whereRowOf(task)} AND ${taskRows.subject} = wanted.id AND ${taskRows.position} < ${before}
      ORDER BY ${taskRows.position} LIMIT 1) first`)
  return new Map(rows.map(({ id, position }) => [id, position]))
}
