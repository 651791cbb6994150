import 'server-only'
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { CustomerListQuery } from '../schema'
import { midnightUtc } from '../../core/server/lists/days'
import { customers } from './tables'
import { indexed } from './orders'

export type CustomerFilters = Omit<CustomerListQuery, 'q' | 'sort' | 'cursor' | 'limit'>

/**
 * The shop's customers that a query is about, but for its search text. One that was joined to another is not among
 * them: the other is, and is found by what either of them has.
 */
export function isFiltered(shopId: string, filters: CustomerFilters): SQL {
  const { country, paid, label, created_from: from, created_to: to } = filters
  const { lastPaidAt, labels, mergedInto, vanishedAt } = customers
  const conditions = [
    eq(customers.shopId, shopId),
    isNull(vanishedAt),
    isNull(mergedInto),
    country === undefined ? undefined : inArray(indexed.country, country),
    paid === undefined ? undefined : paid ? isNotNull(lastPaidAt) : isNull(lastPaidAt),
    // As the index of those that have any says it.
    label === undefined ? undefined : sql`(${labels} <> '{}' AND ${labels} && ${sql.param(label)}::text[])`,
    from === undefined ? undefined : sql`${indexed.created} >= ${midnightUtc(from)}`,
    to === undefined ? undefined : sql`${indexed.created} < ${midnightUtc(to, 1)}`,
  ]
  return and(...conditions) as SQL
}
