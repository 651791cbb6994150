import 'server-only'
import { and, getTableColumns, sql } from 'drizzle-orm'
import { relevance } from '../../contracts/paging'
import type { ProductDetail } from '../../contracts/product'
import type { ProductExport } from '../../contracts/product-export'
import type { ExportColumn } from '../../contracts/product-import'
import { productState } from '../../contracts/product-state'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '../../gateway/minor-units'
import type { ShopContext } from '../context'
import { keysetPage } from '../keyset'
import { products } from '../tables/products'
import { byteOrderMark, csvLine, guard } from '../csv-text'
import { toDetail } from './item'
import { confirmedAt } from './mirror'
import { orderOf } from './orders'
import { selectProducts } from './select'
import { toZoned } from './zoned'

const batchRows = 500

/** All products that a list with the same query has, as CSV, in its order; read and sent batch by batch. */
export async function* exportProducts(
  context: ShopContext,
  { selection, sort, columns, bom }: ProductExport,
): AsyncGenerator<string, void> {
  const order = orderOf(sort === relevance ? '-updated_at' : sort)
  const selected = await selectProducts(context, selection)
  const now = Date.now()
  yield (bom ? byteOrderMark : '') + csvLine(columns)
  for (let cursor: string | undefined; ;) {
    const keyset = keysetPage(order, { sort, cursor, limit: batchRows })
    const found = await context.engine.db
      .select({
        ...getTableColumns(products),
        syncedAt: confirmedAt.mapWith(products.syncedAt).as('confirmed_at'),
        cursor_value: sql<string>`${order.expression}::text`,
        cursor_id: products.id,
      })
      .from(products)
      .where(and(selected, keyset.after))
      .orderBy(keyset.orderBy)
      .limit(keyset.take)
    const { rows, next_cursor: next } = keyset.page(found)
    const cells = rows.map((row) => {
      const product = toDetail(row)
      return csvLine(
        columns.map((column) => guard(cellOf(product, column, { now, minorUnits: context.shop.minorUnits }))),
      )
    })
    yield cells.join('')
    if (next === null) return
    cursor = next
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
