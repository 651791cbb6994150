import 'server-only'
import { relevance } from '../../../core/lists/paging'
import type { ProductExport } from '../../export'
import { productState } from '../../state'
import type { ShopContext } from '../../../core/server/context'
import { csvText, majorTextFor } from '../../../core/server/csv'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import { readAll } from '../../../core/server/lists/read-all'
import { products } from '../tables'
import { toDetail, productCell } from './item'
import type { ProductRow } from '../tables'
import { isIndexed, orderOf } from './list'
import { selectProducts } from '../changing/update'

const batchRows = 500
/** Without an index, each batch costs as much as reading all rows. */
const unindexedBatchRows = 5000

const columnsOf = confirmedColumns(products, 'products')

/** Exports the selection as CSV in the list's order, batch by batch. */
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
    { where, order: orderOf(column), batchRows: isIndexed(column) ? batchRows : unindexedBatchRows },
  )
  yield* csvText(batches, { header: columns, cells, separator, bom })
}
