import 'server-only'
import { sql } from 'drizzle-orm'
import type { customerSortColumns, SortOf } from '../../core/paging'
import type { Keyset } from '../../core/server/lists/keyset'
import { customers } from './tables'

type Sort = SortOf<typeof customerSortColumns>
type Column = (typeof customerSortColumns)[number]

const { lastName, firstName, email, country, createdAt, firstSeenAt } = customers

/** The expressions of the indexes (tables/customers.ts), for orders and filters that they are to serve. */
export const indexed = {
  // By last names; the beginning is enough to sort by, and all that an index and a cursor can hold.
  name: sql`left(coalesce(${lastName}, '') || ' ' || coalesce(${firstName}, ''), 200) COLLATE "und-x-icu"`,
  email: sql`left(lower(coalesce(${email}, '')), 200) COLLATE "C"`,
  country: sql`coalesce(${country}, '')`,
  created: sql`coalesce(${createdAt}, ${firstSeenAt})`,
}

const orders: Record<Column, Pick<Keyset, 'expression' | 'type'>> = {
  name: { expression: indexed.name, type: 'text' },
  email: { expression: indexed.email, type: 'text' },
  country: { expression: indexed.country, type: 'text' },
  created_at: { expression: indexed.created, type: 'timestamptz' },
}

/** What a list of customers is sorted by. */
export const orderOf = (sort: Sort): Keyset => ({
  ...orders[sort.replace(/^-/, '') as Column],
  id: sql`${customers.id}`,
  descending: sort.startsWith('-'),
})
