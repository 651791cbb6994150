import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { productCreate, type ProductCreateInput } from '../../gateway/product'
import type { ShopContext } from '../../core/server/context'
import { products } from './tables'

/**
 * Remembers what was sent for mirrored products that were made by this application, but not through
 * `createProduct` (the samples of a first start): the gateway does not echo all of it. What a person
 * submitted since is not overwritten.
 */
export async function rememberSubmitted(
  { engine, shop }: ShopContext,
  made: { id: string; product: ProductCreateInput }[],
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    for (const { id, product } of made) {
      const submitted = productCreate.parse(product)
      await tx
        .update(products)
        .set({
          submitted,
          submittedAt: sql`${products.syncedAt}`, // Not later: the mirror holds what came of it.
          immortal: submitted.immortal,
          expiredAt: submitted.expired_at === undefined ? null : new Date(submitted.expired_at),
        })
        .where(and(eq(products.shopId, shop.id), eq(products.id, id), isNull(products.submitted)))
    }
  })
}
