import 'server-only'
import { sql, type SQL } from 'drizzle-orm'

/**
 * Which transactions are whose, for use in queries. Customers are linked to notifications (`customer_links`), and so to
 * the transactions that these report. A transaction that a statement decides, because no final notification came, belongs
 * to the customer of its checkout.
 */

/** SQL: whether the transaction `t` belongs to the customer of the checkout `k`. */
const whereOfCheckout = sql.raw(`t.shop_id = k.shop_id AND t.checkout_id = k.id
  AND t.reconciliation_id IS NOT NULL AND k.customer_id IS NOT NULL`)

/** SQL: the checkouts `k` of customers with what only statements report of them, `t`. */
export const statedPayments = sql`checkouts k JOIN transaction_states t ON ${whereOfCheckout}`

/**
 * SQL: the transactions of these customers, as `customer_id`, `matched_by` and `uid`. One may come more than once.
 * `ids`: an array.
 */
export const transactionsOf = (shopId: string, ids: SQL): SQL => sql`
  SELECT l.customer_id, l.matched_by, n.uid FROM customer_links l
  JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
  WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${ids})
  UNION ALL SELECT k.customer_id, t.checkout_link, t.uid FROM ${statedPayments}
  WHERE k.shop_id = ${shopId} AND k.customer_id = ANY(${ids})`

/** SQL: as {@link transactionsOf}, with the payment that each belongs to, as `root_uid`. */
export const paymentsOf = (shopId: string, ids: SQL): SQL => sql`
  SELECT own.customer_id, own.matched_by, s.root_uid FROM (${transactionsOf(shopId, ids)}) own
  JOIN transaction_states s ON s.shop_id = ${shopId} AND s.uid = own.uid`

/**
 * SQL: joins the customers of the transaction `t` of transaction_states, as `payer` with `customer_id`, `matched_by` and
 * `at`, the time when they were matched. Anonymised and merged ones are among them, and one may come more than once.
 */
export const joinPayers = sql`JOIN LATERAL (
  SELECT l.customer_id, l.matched_by, l.at FROM notifications n
  JOIN customer_links l ON l.shop_id = n.shop_id AND l.notification_id = n.id
  WHERE n.shop_id = t.shop_id AND n.uid = t.uid
  UNION ALL SELECT k.customer_id, t.checkout_link, t.received_at FROM checkouts k WHERE ${whereOfCheckout}
) payer ON true`
