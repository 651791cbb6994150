import 'server-only'
import type { Source } from '../../core/server/lists/source'
import { products } from './tables'
import { itemColumns, type toItem } from './item'
import { productSearchLines } from './mirror'

/** What lists of products are made of. */
export const productSource: Source<Parameters<typeof toItem>[0]> = {
  resource: 'products',
  table: products,
  columns: itemColumns,
  lines: productSearchLines,
}
