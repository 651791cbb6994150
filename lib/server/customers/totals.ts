import 'server-only'
import { sql } from 'drizzle-orm'
import type { CustomerDetail } from '../../contracts/customer'
import type { ShopContext } from '../context'
import { isCounted, isPaid } from './paid'

/**
 * What these customers paid, by currency (contracts/customer.ts). A transaction that several notifications tell of
 * counts once, as the newest of them says; one without a UID for itself.
 */
export async function totalsOf(
  { engine, shop }: ShopContext,
  ids: string[],
): Promise<CustomerDetail['totals']> {
  const { rows } = await engine.db.execute<CustomerDetail['totals'][number]>(sql`
    WITH newest AS (
      SELECT DISTINCT ON (coalesce(n.uid, n.id::text) COLLATE "C") n.currency, n.amount, n.status, n.type, n.test
      FROM customer_links l JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
      WHERE l.shop_id = ${shop.id} AND l.customer_id = ANY(${sql.param(ids)}::text[])
      ORDER BY coalesce(n.uid, n.id::text) COLLATE "C", n.received_at DESC, n.id DESC
    )
    SELECT n.currency, least(coalesce(sum(n.amount) FILTER (WHERE ${isPaid('n')}), 0), ${Number.MAX_SAFE_INTEGER})::bigint AS paid,
      (count(*) FILTER (WHERE ${isPaid('n')}))::int AS payments,
      (count(*) FILTER (WHERE n.status = 'failed'))::int AS failed
    FROM newest n WHERE n.currency IS NOT NULL AND ${isCounted('n')} GROUP BY n.currency ORDER BY n.currency`)
  return rows
}
