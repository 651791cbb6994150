import 'server-only'
import { and, asc, eq, getTableColumns, gt, inArray, sql, type SQL } from 'drizzle-orm'
import { relevance } from '../../contracts/paging'
import type { ProductDetail } from '../../contracts/product'
import type { ProductExport } from '../../contracts/product-export'
import type { ExportColumn } from '../../contracts/product-import'
import { productState } from '../../contracts/product-state'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '../../gateway/minor-units'
import type { ShopContext } from '../context'
import { keysetPage } from '../keyset'
import { SeenIds } from '../mirror/seen-ids'
import { products } from '../tables/products'
import { byteOrderMark, csvLine, guard } from '../csv-text'
import { toDetail } from './item'
import { confirmedAt, type ProductRow } from './mirror'
import { orderOf } from './orders'
import { selectProducts } from './select'
import { toZoned } from './zoned'

const batchRows = 500
const batchIds = 5000

const columnsOf = {
  ...getTableColumns(products),
  syncedAt: confirmedAt.mapWith(products.syncedAt).as('confirmed_at'),
}

/**
 * All products that a list with the same query has, as CSV, in its order; read and sent batch by batch. Each is there
 * once: one that changes its place meanwhile, such as by a sale, is not passed over, but may come last.
 */
export async function* exportProducts(
  context: ShopContext,
  { selection, sort, columns, bom }: ProductExport,
): AsyncGenerator<string, void> {
  const order = orderOf(sort === relevance ? '-updated_at' : sort)
  const selected = await selectProducts(context, selection, { withAlike: true })
  const cell = { now: Date.now(), minorUnits: context.shop.minorUnits }
  const seen = new SeenIds()
  const linesOf = (rows: ProductRow[]) => {
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    const lines = fresh.map((row) => {
      const product = toDetail(row)
      return csvLine(columns.map((column) => guard(cellOf(product, column, cell))))
    })
    return lines.join('')
  }
  yield (bom ? byteOrderMark : '') + csvLine(columns)
  for (let cursor: string | undefined; ;) {
    const keyset = keysetPage(order, { sort, cursor, limit: batchRows })
    const found = await context.engine.db
      .select({
        ...columnsOf,
        cursor_value: sql<string>`${order.expression}::text`,
        cursor_id: products.id,
      })
      .from(products)
      .where(and(selected, keyset.after))
      .orderBy(keyset.orderBy)
      .limit(keyset.take)
    const { rows, next_cursor: next } = keyset.page(found)
    yield linesOf(rows)
    if (next === null) break
    cursor = next
  }
  for await (const rows of passedOver(context, selected, seen)) yield linesOf(rows)
}

/** What was still to come when it moved to a place that was passed already. */
async function* passedOver(
  { engine, shop }: ShopContext,
  selected: SQL,
  seen: SeenIds,
): AsyncGenerator<ProductRow[], void> {
  for (let after = ''; ;) {
    const page = await engine.db
      .select({ id: products.id })
      .from(products)
      .where(and(selected, gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(batchIds)
    const ids = page.map(({ id }) => id).filter((id) => !seen.has(id))
    const here = eq(products.shopId, shop.id)
    if (ids.length > 0)
      yield await engine.db
        .select(columnsOf)
        .from(products)
        .where(and(here, inArray(products.id, ids)))
    const last = page.at(-1)
    if (!last || page.length < batchIds) return
    after = last.id
  }
}

type CellContext = { now: number; minorUnits: MinorUnitOverrides }

function cellOf(product: ProductDetail, column: ExportColumn, { now, minorUnits }: CellContext): string {
  if (column === 'state') return productState(product, now)
  if (column === 'price') {
    const { amount, currency } = product
    // In which unit an amount of no currency is, nobody can say.
    return amount === null || currency === null
      ? ''
      : formatMajor(amount, minorUnitExponent(currency, minorUnits))
  }
  if (column === 'expired_at')
    return product.expired_at ? (toZoned(product.expired_at) ?? product.expired_at) : ''
  const value = product[column]
  if (Array.isArray(value)) return value.join(' ')
  return value === null ? '' : String(value)
}
