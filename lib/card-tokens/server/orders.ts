import 'server-only'
import { sql } from 'drizzle-orm'
import type { cardTokenSortColumns, SortOf } from '../../core/paging'
import type { Keyset } from '../../core/server/lists/keyset'
import { cardTokens } from './tables'

type Column = (typeof cardTokenSortColumns)[number]

const { createdAt, holder, expYear, expMonth } = cardTokens

/** An index serves the first only: a shop has few. Those whose end is not known come after all others. */
const orders: Record<Column, Pick<Keyset, 'expression' | 'type'>> = {
  created_at: { expression: sql`${createdAt}`, type: 'timestamptz' },
  holder: { expression: sql`left(coalesce(${holder}, ''), 200) COLLATE "und-x-icu"`, type: 'text' },
  expiry: {
    expression: sql`(coalesce(${expYear}, 9999)::bigint * 100 + coalesce(${expMonth}, 99))`,
    type: 'bigint',
  },
}

/** What a list of card tokens is sorted by. */
export const orderOf = (sort: SortOf<typeof cardTokenSortColumns>): Keyset => ({
  ...orders[sort.replace(/^-/, '') as Column],
  id: sql`${cardTokens.id}`,
  descending: sort.startsWith('-'),
})
