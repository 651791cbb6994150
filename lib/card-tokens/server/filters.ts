import 'server-only'
import { aliasedTable, and, arrayOverlaps, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { CardTokenListQuery } from '../schema'
import { qualified } from '../../core/server/qualified'
import { cardTokens } from './tables'
import { hasExpiry } from './item'

export type CardTokenFilters = Omit<CardTokenListQuery, 'q' | 'sort' | 'cursor' | 'limit' | 'per'>

/** The shop's card tokens that a query is about, but for its search text. */
export function isFiltered(shopId: string, filters: CardTokenFilters, table = cardTokens): SQL {
  const { expiry, contract, source, same_card_as: same, customer_id: customerId, test } = filters
  const conditions = [
    eq(table.shopId, shopId),
    expiry && or(...expiry.map((one) => hasExpiry(one, undefined, table))),
    contract && arrayOverlaps(table.contracts, contract),
    source && inArray(table.source, source),
    same === undefined ? undefined : isOfCard(shopId, same, table),
    customerId === undefined ? undefined : eq(table.customerId, customerId),
    test === undefined ? undefined : eq(table.test, test),
  ]
  return and(...conditions) as SQL
}

/**
 * Of those, the newest of each card; one without a stamp is alone of its card. Read once, in the order of an index: looked
 * up row by row, or joined, all tokens of a card would be compared with each other, and a test card may have thousands.
 */
export function isNewestOfCard(shopId: string, filters: CardTokenFilters): SQL {
  const other = aliasedTable(cardTokens, 'other')
  const newest = sql`(SELECT DISTINCT ON (other.stamp) other.id FROM ${cardTokens} other
    WHERE ${isFiltered(shopId, filters, other)} AND other.stamp IS NOT NULL
    ORDER BY other.stamp DESC, other.created_at DESC, other.id DESC)`
  return and(
    isFiltered(shopId, filters),
    sql`(${cardTokens.stamp} IS NULL OR ${cardTokens.id} IN ${newest})`,
  ) as SQL
}

/** That token itself, and those with its stamp. */
const isOfCard = (shopId: string, id: string, table: typeof cardTokens): SQL =>
  sql`(${qualified(table.id)} = ${id} OR ${qualified(table.stamp)} = (
    SELECT stamp FROM card_tokens WHERE shop_id = ${shopId} AND id = ${id}))`
