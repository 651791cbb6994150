import 'server-only'
import { and, eq, gte, inArray, isNull, lte, ne, not, sql, type SQL } from 'drizzle-orm'
import type { NotificationListQuery } from '../schema'
import { midnightUtc } from '../../core/server/lists/days'
import { qualified } from '../../core/server/qualified'
import { notifications } from './tables'

export type NotificationFilters = Omit<NotificationListQuery, 'q' | 'sort' | 'cursor' | 'limit'>

/**
 * The shop's notifications that a query is about, but for its search text; further deliveries of one are that one. What
 * is quarantined says nothing of a product, a checkout or a customer, and is not among theirs.
 */
export function isFiltered(shopId: string, filters: NotificationFilters): SQL {
  const { kind, status, type, currency, authenticity, test, uid, linked } = filters
  const { amount_from: least, amount_to: most, received_from: from, received_to: to } = filters
  const { product_id: productId, checkout_id: checkoutId, customer_id: customerId } = filters
  const { amount, receivedAt } = notifications
  const isOfObject = [productId, checkoutId, customerId].some((id) => id !== undefined)
  const conditions = [
    eq(notifications.shopId, shopId),
    isNull(notifications.duplicateOf),
    kind === undefined ? undefined : inArray(notifications.kind, kind),
    status === undefined ? undefined : inArray(notifications.status, status),
    type === undefined ? undefined : inArray(notifications.type, type),
    currency === undefined ? undefined : inArray(notifications.currency, currency),
    authenticity === undefined ? undefined : inArray(notifications.authenticity, authenticity),
    least === undefined ? undefined : gte(amount, least),
    most === undefined ? undefined : lte(amount, most),
    from === undefined ? undefined : sql`${receivedAt} >= ${midnightUtc(from)}`,
    to === undefined ? undefined : sql`${receivedAt} < ${midnightUtc(to, 1)}`,
    test === undefined ? undefined : eq(sql`coalesce(${notifications.test}, false)`, test),
    uid === undefined ? undefined : eq(notifications.uid, uid),
    linked === undefined ? undefined : linked ? isLinked : not(isLinked),
    isOfObject ? ne(notifications.authenticity, 'unverified') : undefined,
    productId === undefined ? undefined : eq(notifications.productId, productId),
    checkoutId === undefined ? undefined : eq(notifications.checkoutId, checkoutId),
    customerId === undefined ? undefined : isLinkedTo(sql`customer_id = ${customerId}`),
  ]
  return and(...conditions) as SQL
}

const isLinkedTo = (customers: SQL): SQL => sql`EXISTS (SELECT 1 FROM customer_links l
  WHERE l.shop_id = ${qualified(notifications.shopId)} AND l.notification_id = ${qualified(notifications.id)} AND ${customers})`

/** Whether it is known what it is about. */
const isLinked: SQL = sql`(${notifications.productId} IS NOT NULL OR ${notifications.checkoutId} IS NOT NULL
  OR ${isLinkedTo(sql`true`)})`
