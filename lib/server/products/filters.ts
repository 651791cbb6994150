import 'server-only'
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { ProductQuery } from '../../contracts/product'
import { lowStock, type ProductState } from '../../contracts/product-state'
import { products } from '../tables/products'
import { expiryOrder, stockOrder } from './orders'

const { infinite, quantity, immortal, expiredAt } = products

/** As `productState` (contracts/product-state.ts) has it, which the badges in the list go by. */
function isInState(state: ProductState, now: Date): SQL {
  const instant = sql`${now.toISOString()}::timestamptz`
  // Beside the plain condition, one on the expression of an index, so that it can serve.
  const expired = sql`(${immortal} IS NOT TRUE AND ${expiryOrder} <= ${instant})`
  const counted = sql`(${infinite} IS NOT TRUE AND ${quantity} IS NOT NULL)`
  const soldOut = sql`(${counted} AND ${stockOrder} <= 0)`
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

const isStocked: Record<NonNullable<ProductQuery['stock']>, SQL> = {
  unlimited: sql`${infinite} IS TRUE`,
  low: sql`${stockOrder} BETWEEN 1 AND ${sql.raw(String(lowStock))}`,
  out: sql`(${infinite} IS NOT TRUE AND ${quantity} IS NOT NULL AND ${stockOrder} <= 0)`,
}

const archivedConditions: Record<NonNullable<ProductQuery['archived']>, SQL | undefined> = {
  exclude: and(isNull(products.archivedAt), isNull(products.vanishedAt)),
  // What was archived is found again also when it is gone at the gateway.
  only: isNotNull(products.archivedAt),
  include: sql`(${products.vanishedAt} IS NULL OR ${products.archivedAt} IS NOT NULL)`,
}

/** The shop's products that a query is about, but for its search text. States are judged at `now`. */
export function isFiltered(shopId: string, query: ProductQuery, now = new Date()): SQL {
  const { state, test, currency, stock, transaction_type: type, archived = 'exclude' } = query
  const conditions = [
    eq(products.shopId, shopId),
    archivedConditions[archived],
    state &&
      sql`(${sql.join(
        state.map((one) => isInState(one, now)),
        sql` OR `,
      )})`,
    test === undefined ? undefined : test ? sql`${products.test} IS TRUE` : sql`${products.test} IS NOT TRUE`,
    currency && inArray(sql`coalesce(${products.currency}, '')`, currency),
    stock && isStocked[stock],
    type && eq(products.transactionType, type),
  ]
  return and(...conditions) as SQL
}
