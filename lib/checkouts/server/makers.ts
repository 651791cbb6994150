import 'server-only'
import { sql } from 'drizzle-orm'
import type { CheckoutMakers } from '../schema'
import type { ShopContext } from '../../core/server/context'

/** Whoever made a checkout of this shop, to narrow the list by. */
export async function checkoutMakers({ engine, shop }: ShopContext): Promise<CheckoutMakers> {
  const { rows } = await engine.db.execute<CheckoutMakers['items'][number]>(sql`
    SELECT id::text, coalesce(nullif(name, ''), email) AS name FROM users u
    WHERE EXISTS (SELECT 1 FROM checkouts c WHERE c.shop_id = ${shop.id} AND c.created_by = u.id)
    ORDER BY lower(coalesce(nullif(name, ''), email)), id`)
  return { items: rows }
}
