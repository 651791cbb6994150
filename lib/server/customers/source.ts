import 'server-only'
import type { Source } from '../listing/source'
import { containsOwnPart } from '../search'
import { customers } from '../tables/customers'
import { itemColumns, type ItemRow } from './item'
import { containsPhone, resemblesPhone } from './phone'
import { containsAddress, customerSearchLines, resemblesName } from './search'

/** What lists of customers are made of. */
export const customerSource: Source<ItemRow> = {
  resource: 'customers',
  table: customers,
  columns: itemColumns,
  lines: customerSearchLines,
  contains: (q) =>
    containsPhone(customers.search, q) ??
    containsOwnPart([customers.search], q) ??
    containsAddress(customers.search, q),
  async *resembles(q, near) {
    yield resemblesPhone(customers.search, q)
    yield* resemblesName(customers, q, near)
  },
}
