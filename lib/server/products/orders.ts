import 'server-only'
import { sql } from 'drizzle-orm'
import type { productSortColumns, SortOf } from '../../contracts/paging'
import type { Keyset } from '../keyset'
import { products } from '../tables/products'
import { indexed } from './indexed'
import { stateOrder } from './state'

type Sort = SortOf<typeof productSortColumns>
type Column = (typeof productSortColumns)[number]

/**
 * What each column is sorted by. An index serves all but the state, which depends on the time and is sorted when it is
 * asked for (a million products take about a second).
 */
const orders = (now: Date): Record<Column, Pick<Keyset, 'expression' | 'type'>> => ({
  id: { expression: indexed.id, type: 'text' },
  name: { expression: indexed.name, type: 'text' },
  currency: { expression: indexed.currency, type: 'text' },
  amount: { expression: indexed.price, type: 'text' },
  quantity: { expression: indexed.stock, type: 'bigint' },
  expired_at: { expression: indexed.expiry, type: 'timestamptz' },
  state: { expression: stateOrder(now), type: 'bigint' },
  transaction_type: { expression: indexed.type, type: 'text' },
  created_at: { expression: indexed.created, type: 'timestamptz' },
  updated_at: { expression: indexed.updated, type: 'timestamptz' },
})

/** What a list of products is sorted by; states are judged at `now`. */
export const orderOf = (sort: Sort, now = new Date()): Keyset => ({
  ...orders(now)[sort.replace(/^-/, '') as Column],
  id: sql`${products.id}`,
  descending: sort.startsWith('-'),
})

/** Whether an index serves it, so that each batch of a long list costs what the first one does. */
export const isIndexed = (sort: Sort): boolean => !/^-?state$/.test(sort)
