import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { NotificationContent } from '../../gateway/notification'
import { productId as productIdShape } from '../../gateway/product'
import type { notifications } from './tables'
import { products } from '../../products/server/tables'

export type ProductLink = Pick<typeof notifications.$inferSelect, 'productId' | 'productLink'>

export const unlinked: ProductLink = { productId: null, productLink: null }

/**
 * Which product a payment was for: the ID found in it (inferred: `additional_data.product_id`), else, as
 * likely only, the one product whose name, amount and currency match. Two that match are none.
 */
export async function linkProduct(
  db: Database,
  shopId: string,
  content: NotificationContent,
): Promise<ProductLink> {
  if (content.kind !== 'transaction') return unlinked
  const { transaction } = content
  const named = productIdShape.safeParse(transaction.additional_data?.product_id)
  if (named.success) return { productId: named.data, productLink: 'id' }
  const { description, amount, currency } = transaction
  if (!description || description.includes('\0') || amount == null || !currency) return unlinked
  const matches = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.shopId, shopId),
        // What the index holds, and then the whole name.
        sql`left(coalesce(${products.name}, ''), 200) COLLATE "und-x-icu" = left(${description}, 200)`,
        eq(products.name, description),
        eq(products.amount, amount),
        eq(products.currency, currency.replaceAll('\0', '')),
      ),
    )
    .limit(2)
  const [only] = matches
  return matches.length === 1 && only ? { productId: only.id, productLink: 'likely' } : unlinked
}
