import 'server-only'
import { and, eq, gte, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import type { CheckoutListQuery } from '../schema'
import { midnightUtc } from '../../core/server/lists/days'
import { checkouts } from './tables'
import { isInState } from './state'

export type CheckoutFilters = Omit<CheckoutListQuery, 'q' | 'sort' | 'cursor' | 'limit'>

/** The shop's checkouts that a query is about, but for its search text. */
export function isFiltered(shopId: string, filters: CheckoutFilters): SQL {
  const { state, currency, amount_from: least, amount_to: most, created_by: people, test } = filters
  const { created_from: from, created_to: to, customer_id: customerId, job } = filters
  const { amount, createdAt } = checkouts
  const conditions = [
    eq(checkouts.shopId, shopId),
    state === undefined ? undefined : or(...state.map(isInState)),
    currency === undefined ? undefined : inArray(checkouts.currency, currency),
    least === undefined ? undefined : gte(amount, least),
    most === undefined ? undefined : lte(amount, most),
    from === undefined ? undefined : sql`${createdAt} >= ${midnightUtc(from)}`,
    to === undefined ? undefined : sql`${createdAt} < ${midnightUtc(to, 1)}`,
    people === undefined ? undefined : inArray(checkouts.createdBy, people),
    customerId === undefined ? undefined : eq(checkouts.customerId, customerId),
    job === undefined ? undefined : eq(checkouts.jobId, job),
    test === undefined ? undefined : eq(checkouts.test, test),
  ]
  return and(...conditions) as SQL
}
