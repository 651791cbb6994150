import 'server-only'
import { sql } from 'drizzle-orm'
import type { productSortColumns, SortOf } from '../../contracts/paging'
import type { Keyset } from '../keyset'
import { products } from '../tables/products'

type Sort = SortOf<typeof productSortColumns>
type Column = (typeof productSortColumns)[number]

/**
 * Unlimited stock sorts above any number, and an unlimited period after any date, as one that is unknown does.
 * Anything else that is unknown sorts below what is known. As the indexes have it (tables/products.ts).
 */
const orders: Record<Column, Pick<Keyset, 'expression' | 'type'>> = {
  // The beginning of a name is enough to sort by, and all that an index and a cursor can hold.
  name: { expression: sql`left(coalesce(${products.name}, ''), 200) COLLATE "und-x-icu"`, type: 'text' },
  currency: { expression: sql`coalesce(${products.currency}, '')`, type: 'text' },
  amount: { expression: sql`coalesce(${products.amount}, -1)`, type: 'bigint' },
  quantity: {
    expression: sql`CASE WHEN ${products.infinite} THEN ${sql.raw(String(Number.MAX_SAFE_INTEGER))}::bigint ELSE coalesce(${products.quantity}, -1) END`,
    type: 'bigint',
  },
  expired_at: { expression: sql`coalesce(${products.expiredAt}, 'infinity')`, type: 'timestamptz' },
  created_at: { expression: sql`coalesce(${products.createdAt}, '-infinity')`, type: 'timestamptz' },
  updated_at: { expression: sql`coalesce(${products.updatedAt}, '-infinity')`, type: 'timestamptz' },
}

/** What a list of products is sorted by. */
export const orderOf = (sort: Sort): Keyset => ({
  ...orders[sort.replace(/^-/, '') as Column],
  id: sql`${products.id}`,
  descending: sort.startsWith('-'),
})

/** The expressions that filters share with the indexes. */
export const stockOrder = orders.quantity.expression
export const expiryOrder = orders.expired_at.expression
