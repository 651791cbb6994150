import 'server-only'
import { and, eq, isNull, isNotNull } from 'drizzle-orm'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { publishLiveEvent } from '../../../core/server/live'
import type { ProductDetail } from '../../schema'
import { productDetail } from '../listing/item'
import { products } from '../tables'

/**
 * Hides a product in Counterfoil. The gateway has no deletion, so its links still work.
 * @throws AppError `not_found`
 */
export const archiveProduct = (context: ActorContext, id: string): Promise<ProductDetail> =>
  setArchived(context, id, true)

/** @throws AppError `not_found` */
export const restoreProduct = (context: ActorContext, id: string): Promise<ProductDetail> =>
  setArchived(context, id, false)

async function setArchived(context: ActorContext, id: string, isArchived: boolean): Promise<ProductDetail> {
  const { engine, shop, actor } = context
  await productDetail(context, id) // Throws `not_found` if there is no such product.
  const hasChanged = await engine.db.transaction(async (tx) => {
    const rows = await tx
      .update(products)
      .set(
        isArchived
          ? { archivedAt: new Date(), archivedBy: actor.userId }
          : { archivedAt: null, archivedBy: null },
      )
      .where(
        and(
          eq(products.shopId, shop.id),
          eq(products.id, id),
          isArchived ? isNull(products.archivedAt) : isNotNull(products.archivedAt),
        ),
      )
      .returning({ id: products.id })
    if (rows.length === 0) return false
    await recordActivity(tx, context, {
      action: isArchived ? 'product.archived' : 'product.restored',
      subject: id,
    })
    return true
  })
  if (hasChanged) await publishLiveEvent(context, { kind: 'product', id })
  return productDetail(context, id)
}
