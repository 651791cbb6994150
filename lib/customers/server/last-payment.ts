import 'server-only'
import { sql } from 'drizzle-orm'
import type { CustomerListItem } from '../schema'
import type { ShopContext } from '../../core/server/context'

type Payment = NonNullable<CustomerListItem['last_payment']>

/** The last payment of each of these customers, or of those that were joined to it; only of those who paid. */
export async function lastPaymentsOf(
  { engine, shop }: ShopContext,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  if (ids.length === 0) return new Map()
  const { rows } = await engine.db.execute<Payment & { root: string }>(sql`
    WITH RECURSIVE family AS (
      SELECT id AS root, id FROM customers WHERE shop_id = ${shop.id} AND id = ANY(${sql.param(ids)}::text[])
      UNION SELECT family.root, c.id FROM customers c JOIN family ON c.merged_into = family.id
      WHERE c.shop_id = ${shop.id}
    )
    SELECT DISTINCT ON (root) root, newest.amount::float8 AS amount, newest.currency, newest.state, newest.difference,
      newest.test
    FROM family CROSS JOIN LATERAL (
      SELECT t.at, t.amount, t.currency, p.state, p.difference, t.test FROM customer_links l
      JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
      JOIN transaction_states t ON t.shop_id = n.shop_id AND t.uid = n.uid AND t.counts_as = 'paid'
      JOIN payments p ON p.shop_id = t.shop_id AND p.uid = t.root_uid
      WHERE l.shop_id = ${shop.id} AND l.customer_id = family.id
        AND t.amount IS NOT NULL AND t.currency IS NOT NULL
      ORDER BY t.at DESC LIMIT 1
    ) newest
    ORDER BY root, newest.at DESC`)
  return new Map(rows.map(({ root, ...payment }) => [root, payment]))
}
