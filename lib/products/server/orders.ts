import 'server-only'
import { sql } from 'drizzle-orm'
import type { productSortColumns, SortOf } from '../../core/paging'
import type { Keyset } from '../../core/server/lists/keyset'
import { products } from './tables'
import { indexed } from './indexed'
import { stateOrder } from './state'

type Sort = SortOf<typeof productSortColumns>
type Column = (typeof productSortColumns)[number]

/** What each column but the state is sorted by; an index serves them. */
const orders: Record<Exclude<Column, 'state'>, Pick<Keyset, 'expression' | 'type'>> = {
  id: { expression: indexed.id, type: 'text' },
  name: { expression: indexed.name, type: 'text' },
  currency: { expression: indexed.currency, type: 'text' },
  amount: { expression: indexed.price, type: 'text' },
  quantity: { expression: indexed.stock, type: 'bigint' },
  expired_at: { expression: indexed.expiry, type: 'timestamptz' },
  transaction_type: { expression: indexed.type, type: 'text' },
  created_at: { expression: indexed.created, type: 'timestamptz' },
  updated_at: { expression: indexed.updated, type: 'timestamptz' },
}

/**
 * What a list of products is sorted by. The state depends on the time (`now`), and so is sorted when it is asked for:
 * a million products take about a second.
 */
export function orderOf(sort: Sort, now = new Date()): Keyset {
  const column = sort.replace(/^-/, '') as Column
  const order =
    column === 'state' ? ({ expression: stateOrder(now), type: 'bigint' } as const) : orders[column]
  return { ...order, id: sql`${products.id}`, descending: sort.startsWith('-') }
}

/** Whether an index serves it, so that each batch of a long list costs what the first one does. */
export const isIndexed = (sort: Sort): boolean => !/^-?state$/.test(sort)
