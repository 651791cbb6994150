import 'server-only'
import type { ProductReply } from '../../gateway/product'
import type { ShopContext } from '../../core/server/context'
import { mirrorProducts } from './mirror'
import { notingOutsideChanges } from './note-outside'

/**
 * Mirrors what the gateway says of one product, and notes what changed there. `askedAt`: when the gateway was asked.
 */
export async function mirrorHeard(
  { engine, shop }: ShopContext,
  reply: ProductReply,
  askedAt: Date,
): Promise<void> {
  await engine.db.transaction((tx) =>
    notingOutsideChanges(tx, shop.id, [reply.id], () => mirrorProducts(tx, shop.id, [reply], askedAt)),
  )
}
