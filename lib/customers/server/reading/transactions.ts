import 'server-only'
import { sql, type SQL } from 'drizzle-orm'

/**
 * SQL for queries that need to know which transactions belong to which customer. Customers are linked to notifications
 * (`customer_links`), and thereby to the transactions that these report. If no final notification came and a statement
 * decides a transaction's state, it belongs to the customer of its checkout.
 */

/** SQL: whether the transaction `t` belongs to the customer of the checkout `k`. */
const whereOfCheckout = sql.raw(`t.shop_id = k.shop_id AND t.checkout_id = k.id
  AND t.reconciliation_id IS NOT NULL AND k.customer_id IS NOT NULL`)

/** SQL: checkouts `k` of customers, joined with their transactions `t` that only a statement decides. */
export const statedPayments = sql`checkouts k JOIN transaction_states t ON ${whereOfCheckout}`

/**
 * SQL: the transactions of these customers, as `customer_id`, `matched_by` and `uid`. A transaction may appear more than
 * once. `ids`: an array of customer IDs.
 */
export const transactionsOf = (shopId: string, ids: SQL): SQL => sql`
  SELECT l.customer_id, l.matched_by, n.uid FROM customer_links l
  JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
  WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${ids})
  UNION ALL SELECT k.customer_id, t.checkout_link, t.uid FROM ${statedPayments}
  WHERE k.shop_id = ${shopId} AND k.customer_id = ANY(${ids})`

/** SQL: as {@link transactionsOf}, with `root_uid`, the UID of the payment that each transaction belongs to. */
export const paymentsOf = (shopId: string, ids: SQL): SQL => sql`
  SELECT own.customer_id, own.matched_by, s.root_uid FROM (${transactionsOf(shopId, ids)}) own
  JOIN transaction_states s ON s.shop_id = ${shopId} AND s.uid = own.uid`

/**
 * SQL: joins the customers of the transaction `t` of transaction_states, as `payer` with `customer_id`, `matched_by` and
 * `at`, the time when they were matched. Includes anonymised and merged customers. One may appear more than once.
 */
export const joinPayers = sql`JOIN LATERAL (
  SELECT l.customer_id, l.matched_by, l.at FROM notifications n
  JOIN customer_links l ON l.shop_id = n.shop_id AND l.notification_id = n.id
  WHERE n.shop_id = t.shop_id AND n.uid = t.uid
  UNION ALL SELECT k.customer_id, t.checkout_link, t.received_at FROM checkouts k WHERE ${whereOfCheckout}
) payer ON true`
