import 'server-only'
import { mayIn } from '../../../core/permissions'
import type { ActorContext } from '../../../core/server/context'
import { loadShopOf } from '../../../core/server/shop/load'

/** Returns the same person's context in the shop that products are copied from; null if they may not read them there. */
export async function sourceContext(context: ActorContext, from: string): Promise<ActorContext | null> {
  const { engine, actor, log } = context
  const found = await loadShopOf(engine.db, from, actor.userId)
  if (!found || !mayIn(found.shop, found.rights, 'products.read')) return null
  const { shop, rights } = found
  return { ...context, shop, actor: { ...actor, ...rights }, log: log.child({ shop: shop.id }) }
}
