import 'server-only'
import { sql } from 'drizzle-orm'
import type { checkoutSortColumns, SortOf } from '../../core/paging'
import type { Keyset } from '../../core/server/lists/keyset'
import { checkouts } from './tables'

type Column = (typeof checkoutSortColumns)[number]

/** The expressions of the indexes (tables/checkouts.ts). */
const orders: Record<Column, Pick<Keyset, 'expression' | 'type'>> = {
  created_at: { expression: sql`${checkouts.createdAt}`, type: 'timestamptz' },
  expires_at: { expression: sql`${checkouts.expiresAt}`, type: 'timestamptz' },
  // Amounts of several currencies cannot be compared: those of one currency stand together.
  amount: {
    expression: sql`(${checkouts.currency} || lpad(${checkouts.amount}::text, 19, '0') COLLATE "C")`,
    type: 'text',
  },
}

/** What a list of checkouts is sorted by. */
export const orderOf = (sort: SortOf<typeof checkoutSortColumns>): Keyset => ({
  ...orders[sort.replace(/^-/, '') as Column],
  id: sql`${checkouts.id}`,
  descending: sort.startsWith('-'),
})
