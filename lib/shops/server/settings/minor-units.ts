import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import { minorUnitExponent } from '../../../gateway/values/minor-units'
import type { MinorUnitChange, MinorUnitSettings } from '../../minor-units'

const describe = ({ version, minorUnits }: ShopRow): MinorUnitSettings => ({ version, overrides: minorUnits })

export const readMinorUnits = async ({ engine, shop }: ShopContext): Promise<MinorUnitSettings> =>
  describe(await loadShopRow(engine.db, shop.id))

/**
 * Replaces the shop's own numbers of decimals, and records a change. Amounts do not change in minor units, but are
 * shown and typed differently from then on.
 * @throws AppError `conflict`
 */
export async function changeMinorUnits(
  context: ActorContext,
  { version, overrides }: MinorUnitChange,
): Promise<MinorUnitSettings> {
  // A value equal to the table's is not an override: it follows the table when that is corrected.
  const minorUnits = Object.fromEntries(
    Object.entries(overrides).filter(([currency, decimals]) => decimals !== minorUnitExponent(currency)),
  )
  return withLockedShop(context, { version, describe }, async (tx, before) => {
    if (isDeepStrictEqual(before.minorUnits, minorUnits)) return describe(before)
    const after = await updateShop(tx, before, { minorUnits })
    const detail = { from: before.minorUnits, to: minorUnits }
    await recordActivity(tx, context, { action: 'minor_units.changed', detail })
    return describe(after)
  })
}
