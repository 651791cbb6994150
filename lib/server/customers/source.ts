import 'server-only'
import type { Source } from '../listing/source'
import { customers } from '../tables/customers'
import { itemColumns, type ItemRow } from './item'
import { containsPhone } from './phone'
import { containsOwnPart, customerSearchLines } from './search'

/** What lists of customers are made of. */
export const customerSource: Source<ItemRow> = {
  table: customers,
  columns: itemColumns,
  lines: customerSearchLines,
  contains: (q) => containsPhone(customers.search, q) ?? containsOwnPart(customers.search, q),
}
