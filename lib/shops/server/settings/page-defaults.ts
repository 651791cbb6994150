import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { PageDefaults } from '../../../core/page-defaults'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import type { PageDefaultChange, PageDefaultSettings } from '../../page-defaults'

export const readPageDefaults = async (context: ShopContext): Promise<PageDefaultSettings> =>
  describe(await loadShopRow(context.engine.db, context.shop.id))

const describe = ({ version, pageDefaults }: ShopRow): PageDefaultSettings => ({
  version,
  defaults: pageDefaults,
})

/**
 * Replaces the payment page defaults, and records a change. Existing checkouts and products do not change.
 * @throws AppError `conflict`
 */
export async function changePageDefaults(
  context: ActorContext,
  { version, defaults }: PageDefaultChange,
): Promise<PageDefaultSettings> {
  // No fields chosen: as if the setting were absent.
  const pageDefaults = Object.fromEntries(
    Object.entries(defaults).filter(([, value]) => value !== undefined && value.length > 0),
  ) as PageDefaults
  return withLockedShop(context, { version, describe }, async (tx, before) => {
    if (isDeepStrictEqual(before.pageDefaults, pageDefaults)) return describe(before)
    const after = await updateShop(tx, before, { pageDefaults })
    const detail = { from: before.pageDefaults, to: pageDefaults }
    await recordActivity(tx, context, { action: 'page_defaults.changed', detail })
    return describe(after)
  })
}
