import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import { type ProductState, productStates } from '../state'
import { products } from './tables'
import { indexed } from './indexed'

const { infinite, quantity, immortal, expiredAt } = products

/** As `productState` (lib/products/state.ts) has it, which the badges in the list go by. */
export function isInState(state: ProductState, now: Date): SQL {
  const instant = sql`${now.toISOString()}::timestamptz`
  // Beside the plain condition, one on the expression of an index, so that it can serve.
  const expired = sql`(${immortal} IS NOT TRUE AND ${indexed.expiry} <= ${instant})`
  const counted = sql`(${infinite} IS NOT TRUE AND ${quantity} IS NOT NULL)`
  const soldOut = sql`(${counted} AND ${indexed.stock} <= 0)`
  const available = sql`(${infinite} IS TRUE OR ${quantity} > 0)`
  const bounded = sql`(${immortal} IS TRUE OR ${expiredAt} IS NOT NULL)`
  const conditions: Record<ProductState, SQL> = {
    expired,
    sold_out: sql`(NOT ${expired} AND ${soldOut})`,
    live: sql`(NOT ${expired} AND ${available} AND ${bounded})`,
    unknown: sql`(NOT ${expired} AND NOT ${soldOut} AND (${available} AND ${bounded}) IS NOT TRUE)`,
  }
  return conditions[state]
}

/** The place of a product's state at `now` among all states, to sort by. */
export function stateOrder(now: Date): SQL {
  const cases = productStates.map(
    (state, at) => sql`WHEN ${isInState(state, now)} THEN ${sql.raw(String(at))}`,
  )
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.raw(String(productStates.length))} END`
}
