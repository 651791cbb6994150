import 'server-only'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ProductDetail } from '../schema'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { tellBrowsers } from '../../core/server/live'
import { products } from './tables'
import { productDetail } from './detail'

/**
 * Hides a product here; at the gateway, which has no deletion, its links go on. Nothing where it is hidden.
 * @throws AppError `not_found`.
 */
export const archiveProduct = (context: ActorContext, id: string): Promise<ProductDetail> =>
  setArchived(context, id, true)

/** Shows a product again. Nothing where it is shown. @throws AppError `not_found`. */
export const restoreProduct = (context: ActorContext, id: string): Promise<ProductDetail> =>
  setArchived(context, id, false)

async function setArchived(context: ActorContext, id: string, archived: boolean): Promise<ProductDetail> {
  const { engine, shop, actor } = context
  await productDetail(context, id) // Whether there is one.
  const changed = await engine.db.transaction(async (tx) => {
    const rows = await tx
      .update(products)
      .set(
        archived
          ? { archivedAt: new Date(), archivedBy: actor.userId }
          : { archivedAt: null, archivedBy: null },
      )
      .where(
        and(
          eq(products.shopId, shop.id),
          eq(products.id, id),
          archived ? isNull(products.archivedAt) : isNotNull(products.archivedAt),
        ),
      )
      .returning({ id: products.id })
    if (rows.length === 0) return false
    await recordActivity(tx, context, {
      action: archived ? 'product.archived' : 'product.restored',
      subject: id,
    })
    return true
  })
  if (changed) await tellBrowsers(context, { kind: 'product', id })
  return productDetail(context, id)
}
