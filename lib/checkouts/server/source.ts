import 'server-only'
import type { Source } from '../../core/server/lists/source'
import { checkouts } from './tables'
import { itemColumns, type ItemRow } from './item'
import { checkoutSearchLines } from './search'

/** What lists of checkouts are made of. */
export const checkoutSource: Source<ItemRow> = {
  resource: 'checkouts',
  table: checkouts,
  columns: itemColumns,
  lines: checkoutSearchLines,
}
