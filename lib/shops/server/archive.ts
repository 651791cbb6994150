import 'server-only'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { loadShopRow, requireVersion, updateShop } from '../../core/server/shop/change'
import { forgetKnownShops } from '../../notifications/server/receiving/verify'
import type { Archiving, ShopConnection } from '../schema'
import { describe } from './connection/connection'

/**
 * Archives a shop, or takes it back, and records that. An archived shop can only be read, and its gateway, endpoints
 * and forwarding addresses are not called. Notifications are still recorded.
 * @throws AppError `conflict`
 */
export async function archiveShop(
  context: ActorContext,
  { version, is_archived: isArchived }: Archiving,
): Promise<ShopConnection> {
  const { engine, shop, actor } = context
  const row = await engine.db.transaction(async (tx) => {
    const before = await loadShopRow(tx, shop.id, { isHeld: true })
    if ((before.archivedAt !== null) === isArchived) return before
    requireVersion(before, version)
    const by = isArchived ? actor.userId : null
    const after = await updateShop(tx, before, { archivedAt: isArchived ? new Date() : null, archivedBy: by })
    await recordActivity(tx, context, {
      action: isArchived ? 'shop.archived' : 'shop.taken_back',
      detail: {},
    })
    return after
  })
  forgetKnownShops()
  return describe(context, row)
}
