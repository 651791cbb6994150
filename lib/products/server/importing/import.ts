import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { productDefaults } from '../../../core/page-defaults'
import type { ActorContext } from '../../../core/server/context'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import { qualified } from '../../../core/server/sql'
import type { ProductField } from '../../../gateway/products/product'
import { decimalMarkOf } from '../../../jobs/server/imports/certain-amounts'
import type { Batch, ColumnNames, FileRow, ImportKind, PlannedRow } from '../../../jobs/server/imports/kind'
import { readTexts } from '../../../jobs/server/imports/reasons'
import { whereRowOf } from '../../../jobs/server/load'
import { jobRows, type Job } from '../../../jobs/server/tables'
import { productFieldNames, productFieldRows } from '../../fields'
import { exportColumns, type ProductTarget } from '../../import'
import type { ProductDetail } from '../../schema'
import { readCells } from './import-cells'
import { planRow } from './import-row'
import { toDetail } from '../listing/item'
import { freshenProducts } from '../mirror/mirror'
import { products, type ProductRow } from '../tables'
import { isPossibleId, productWork } from '../bulk/job-send'
import { planUndo } from '../bulk/undo'

const fieldColumnNames = Object.fromEntries(
  productFieldNames.map((field) => [field, productFieldRows[field].columnNames]),
) as Record<ProductField, string>

/** Column names found in files, in several languages. */
const names: ColumnNames<ProductTarget> = {
  id: 'id productid',
  price: 'price unitprice pricemajor preis prix precio prezzo preço prijs',
  ...fieldColumnNames,
}

/** A row with an ID changes that product. Others create one. */
export const productImport: ImportKind<ProductTarget> = {
  ...productWork,
  kind: 'products.import',
  names,
  exported: exportColumns,
  begin: freshenProducts,
  planner,
  duplicates: {
    values: {
      name: sql`lower(change->>'name')`,
      amount: sql`(change->>'amount')::bigint`,
      currency: sql`change->>'currency'`,
    },
    isHeld: ({
      shop,
    }) => sql`EXISTS (SELECT 1 FROM ${products} WHERE ${qualified(products.shopId)} = ${shop.id}
      AND ${qualified(products.vanishedAt)} IS NULL AND ${qualified(products.archivedAt)} IS NULL
      AND lower(${qualified(products.name)}) = made.name AND ${qualified(products.amount)} = made.amount
      AND ${qualified(products.currency)} = made.currency)`,
  },
  planUndo,
}

async function planner(
  context: ActorContext,
  { job, rows, order, columns }: Batch<ProductTarget>,
): Promise<(row: FileRow) => PlannedRow> {
  const ids = rows.flatMap(({ cells }) => idOf(cells, columns) ?? [])
  const known = await productsOf(context, ids)
  const earlier = await earlierRows(context, job, ids, rows[0]?.position ?? 0)
  const decimal = decimalMarkOf({ order, columns })
  return ({ position, cells }) => {
    const plan = planRow(cells, {
      columns,
      minorUnits: context.shop.minorUnits,
      decimal,
      defaults: productDefaults(context.shop.pageDefaults),
      product: (id) => detailOf(known.get(id)),
      earlier: (id) => earlier.get(id),
    })
    if (plan.subject !== null && !earlier.has(plan.subject)) earlier.set(plan.subject, position)
    return plan
  }
}

function idOf(cells: readonly string[], columns: Batch<ProductTarget>['columns']): string | null {
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

/** Returns, by ID, the first row before position `before`. */
async function earlierRows({ engine }: ActorContext, job: Job, ids: string[], before: number) {
  if (ids.length === 0) return new Map<string, number>()
  // One index lookup per ID, since only the first row counts.
  const { rows } = await engine.db.execute<{ id: string; position: number }>(sql`
    SELECT wanted.id, first.position FROM unnest(${sql.param([...new Set(ids)])}::text[]) wanted (id)
    CROSS JOIN LATERAL (SELECT ${jobRows.position} FROM ${jobRows}
      WHERE ${whereRowOf(job)} AND ${jobRows.subject} = wanted.id AND ${jobRows.position} < ${before}
      ORDER BY ${jobRows.position} LIMIT 1) first`)
  return new Map(rows.map(({ id, position }) => [id, position]))
}
