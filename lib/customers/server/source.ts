import 'server-only'
import type { Source } from '../../core/server/lists/source'
import { containsOwnPart } from '../../core/server/search/search'
import { customers } from './tables'
import { itemColumns, type ItemRow } from './item'
import { containsPhone, resemblesPhone } from '../../core/server/search/phone'
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
