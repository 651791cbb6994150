import 'server-only'
import { sql, type SQL } from 'drizzle-orm'

/**
 * Which transactions are whose, for use in queries. Customers are linked to notifications (`customer_links`), and so to
 * the transactions that these report.
 */

/**
 * SQL: the transactions of these customers, as `customer_id`, `matched_by` and `uid`. One that has several notifications
 * comes once for each. `ids`: an array.
 */
export const transactionsOf = (shopId: string, ids: SQL): SQL => sql`
  SELECT l.customer_id, l.matched_by, n.uid FROM customer_links l
  JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
  WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${ids})`

/** SQL: as {@link transactionsOf}, with the payment that each belongs to, as `root_uid`. */
export const paymentsOf = (shopId: string, ids: SQL): SQL => sql`
  SELECT own.customer_id, own.matched_by, s.root_uid FROM (${transactionsOf(shopId, ids)}) own
  JOIN transaction_states s ON s.shop_id = ${shopId} AND s.uid = own.uid`

/**
 * SQL: joins the customers of the transaction `t` of transaction_states, as `payer` with `customer_id`, `matched_by` and
 * `at`, the time when they were matched. Anonymised and merged ones are among them, and one may come more than once.
 */
export const joinPayers = sql.raw(`JOIN LATERAL (
  SELECT l.customer_id, l.matched_by, l.at FROM notifications n
  JOIN customer_links l ON l.shop_id = n.shop_id AND l.notification_id = n.id
  WHERE n.shop_id = t.shop_id AND n.uid = t.uid
) payer ON true`)
