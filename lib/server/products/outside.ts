import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { ProductReply } from '../../gateway/product'
import { recordActivity } from '../activity/record'
import type { ShopContext } from '../context'
import { products } from '../tables/products'
import { changedOutside } from './changes'
import { toDetail } from './item'
import { mirrorProducts } from './mirror'

/** Who sent what is of no matter here. */
const unnamed = new Map<string, string>()

/**
 * Mirrors what the gateway says of one product, and notes in its history what changed there without this
 * application having done it: a sale, somebody in another back office. `askedAt`: when the gateway was asked.
 */
export async function mirrorHeard(context: ShopContext, reply: ProductReply, askedAt: Date): Promise<void> {
  const { engine, shop } = context
  await engine.db.transaction(async (tx) => {
    const mine = and(eq(products.shopId, shop.id), eq(products.id, reply.id))
    // Held, so that of two answers that come at once only one is news.
    const [before] = await tx.select().from(products).where(mine).for('update')
    await mirrorProducts(tx, shop.id, [reply], askedAt)
    const [after] = before ? await tx.select().from(products).where(mine) : []
    const change = before && after && changedOutside(toDetail(before, unnamed), toDetail(after, unnamed))
    if (!change) return
    await recordActivity(
      tx,
      { shop, actor: null },
      { action: 'product.changed', subject: reply.id, detail: change },
    )
  })
}
