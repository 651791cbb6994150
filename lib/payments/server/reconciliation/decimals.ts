import 'server-only'
import { and, asc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import type { ShopContext } from '../../../core/server/context'
import { activity } from '../../../core/server/tables/requests'
import type { MinorUnitOverrides } from '../../../gateway/values/minor-units'
import type { ReconciliationRow } from './tables'

const change = z.object({ from: z.record(z.string(), z.int()) })

/**
 * The shop's numbers of decimals when a run read its file: amounts in major units became minor ones by them, so only by
 * them they are again what the file says. Amounts that the file has in minor units depend on none.
 */
export async function minorUnitsOf(
  { engine, shop }: Pick<ShopContext, 'engine' | 'shop'>,
  { mapping, createdAt }: Pick<ReconciliationRow, 'mapping' | 'createdAt'>,
): Promise<MinorUnitOverrides> {
  if (mapping.amounts === 'minor') return shop.minorUnits
  const [next] = await engine.db
    .select({ detail: activity.detail })
    .from(activity)
    .where(
      and(
        eq(activity.shopId, shop.id),
        eq(activity.action, 'minor_units.changed'),
        gt(activity.at, createdAt),
      ),
    )
    .orderBy(asc(activity.at), asc(activity.id))
    .limit(1)
  return change.safeParse(next?.detail).data?.from ?? shop.minorUnits
}
