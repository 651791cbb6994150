import 'server-only'
import { and, inArray, type SQL } from 'drizzle-orm'
import { rankedLimit, relevance } from '../../../core/lists/paging'
import type { ProductExport } from '../../export'
import { productState } from '../../state'
import type { ShopContext } from '../../../core/server/context'
import { csvText, majorTextFor } from '../../../core/server/files/csv'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import { listRanked } from '../../../core/server/lists/ranked'
import { readAll } from '../../../core/server/lists/read-all'
import { products } from '../tables'
import { toDetail, productCell } from './item'
import type { ProductRow } from '../tables'
import { countKey, isIndexed, orderOf, productSource, whereFiltered } from './list'
import { selectProducts } from '../changing/update'

const batchRows = 500
/** Without an index, each batch costs as much as reading all rows. */
const unindexedBatchRows = 5000

const columnsOf = confirmedColumns(products, 'products')

/** Exports the selection as CSV in the list's order, batch by batch. By relevance, the best rows come first. */
export async function* exportProducts(
  context: ShopContext,
  { selection, sort, columns, separator, bom }: ProductExport,
): AsyncGenerator<string, void> {
  const column = sort === relevance ? '-updated_at' : sort
  const where = await selectProducts(context, selection, { withAlike: true })
  const major = majorTextFor(context.shop, separator)
  const now = Date.now()
  const cells = (row: ProductRow) => {
    // Links as the gateway has them: opening a file follows no link.
    const product = { ...toDetail(row), pay_url: row.payUrl, confirm_url: row.confirmUrl }
    return columns.map((name) =>
      name === 'state' ? productState(product, now) : productCell(product, name, major),
    )
  }
  const batches = readAll<ProductRow>(
    context,
    { table: products, columns: columnsOf },
    {
      where,
      order: orderOf(column),
      batchRows: isIndexed(column) ? batchRows : unindexedBatchRows,
      first: sort === relevance ? await bestOf(context, selection, where) : [],
    },
  )
  yield* csvText(batches, { header: columns, cells, separator, bom })
}

/** Returns the selected products that a list by relevance shows, in its order. */
async function bestOf(
  context: ShopContext,
  selection: ProductExport['selection'],
  where: SQL,
): Promise<ProductRow[]> {
  if (!('query' in selection) || !selection.query.q) return []
  const { q, ...filters } = selection.query
  const { rows } = await listRanked(context, productSource, {
    filtered: whereFiltered(context.shop.id, filters),
    q,
    limit: rankedLimit,
    key: countKey(context, q, filters),
  })
  const ids = rows.map(({ id }) => id)
  const selected = await context.engine.db
    .select(columnsOf)
    .from(products)
    .where(and(where, inArray(products.id, ids)))
  const byId = new Map(selected.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
