import 'server-only'
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { ProductQuery } from '../schema'
import { lowStock } from '../state'
import { products } from './tables'
import { indexed } from './indexed'
import { isInState } from './state'

const { infinite, quantity } = products

const isStocked: Record<NonNullable<ProductQuery['stock']>, SQL> = {
  unlimited: sql`${infinite} IS TRUE`,
  low: sql`${indexed.stock} BETWEEN 1 AND ${sql.raw(String(lowStock))}`,
  out: sql`(${infinite} IS NOT TRUE AND ${quantity} IS NOT NULL AND ${indexed.stock} <= 0)`,
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
    currency && inArray(indexed.currency, currency),
    stock && isStocked[stock],
    type && eq(products.transactionType, type),
  ]
  return and(...conditions) as SQL
}
