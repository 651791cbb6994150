import 'server-only'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import type { RevealLimit, RevealLimitChange } from '../../reveal-limit'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'

const describe = ({ version, revealsPerHour }: ShopRow): RevealLimit => ({
  version,
  per_hour: revealsPerHour,
})

export const readRevealLimit = async ({ engine, shop }: ShopContext): Promise<RevealLimit> =>
  describe(await loadShopRow(engine.db, shop.id))

/**
 * Changes how many masked values one person may reveal in an hour, from the next reveal on.
 * @throws AppError `conflict`
 */
export const changeRevealLimit = (
  context: ActorContext,
  { version, per_hour: revealsPerHour }: RevealLimitChange,
): Promise<RevealLimit> =>
  withLockedShop(context, { version }, async (tx, before) => {
    if (before.revealsPerHour === revealsPerHour) return describe(before)
    const after = await updateShop(tx, before, { revealsPerHour })
    const detail = { from: before.revealsPerHour, to: revealsPerHour }
    await recordActivity(tx, context, { action: 'shop.reveal_limit_changed', detail })
    return describe(after)
  })
