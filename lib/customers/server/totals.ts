import 'server-only'
import { sql } from 'drizzle-orm'
import type { CustomerDetail } from '../schema'
import type { ShopContext } from '../../core/server/context'

/**
 * What these customers paid, by currency (lib/customers/schema.ts): the sum of what each transaction of theirs counts as in
 * the ledger, so that it is what the overview counts of them, to the cent.
 */
export async function totalsOf(
  { engine, shop }: ShopContext,
  ids: string[],
): Promise<CustomerDetail['totals']> {
  const sum = (as: string) =>
    sql.raw(
      `least(coalesce(sum(t.amount) FILTER (WHERE t.counts_as = '${as}'), 0), ${Number.MAX_SAFE_INTEGER})::bigint`,
    )
  const count = (as: string) => sql.raw(`(count(*) FILTER (WHERE t.counts_as = '${as}'))::int`)
  const { rows } = await engine.db.execute<Omit<CustomerDetail['totals'][number], 'net'>>(sql`
    SELECT t.currency, ${sum('paid')} AS paid, ${count('paid')} AS payments, ${count('failed')} AS failed,
      ${sum('refunded')} AS refunded, ${count('refunded')} AS refunds,
      ${sum('charged_back')} AS charged_back, ${count('charged_back')} AS chargebacks
    FROM transaction_states t
    WHERE t.shop_id = ${shop.id} AND t.counts_as IS NOT NULL AND t.root_uid IN (${paymentsOfCustomers(shop.id, ids)})
    GROUP BY t.currency ORDER BY t.currency`)
  return rows.map((row) => ({ ...row, net: row.paid - row.refunded - row.charged_back }))
}

/** UIDs of the payments that any notification of is one of these customers'. */
const paymentsOfCustomers = (shopId: string, ids: readonly string[]) => sql`
  SELECT s.root_uid FROM customer_links l
  JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
  JOIN transaction_states s ON s.shop_id = n.shop_id AND s.uid = n.uid
  WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${sql.param(ids)}::text[])`
