import 'server-only'
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { alerts } from '../../alerts/server/tables'
import { may } from '../../core/permissions'
import type { AccountContext } from '../../core/server/context'
import { isOpenTo } from '../../core/server/auth/other-shop'
import { factorDueIn, whereNotDeleted } from '../../core/server/shop/load'
import { shops } from '../../core/server/tables/shops'
import { memberships } from '../../core/server/tables/users'
import { gatewayHealthOf } from '../../gateway/client/health'
import type { ShopStates } from '../states'

/**
 * Returns the health of the gateway and the number of open alerts for each of the person's shops. Leaves out shops that
 * are closed to them until they have a second factor. Calls no gateway.
 */
export async function readShopStates({ engine, person }: AccountContext): Promise<ShopStates> {
  const { id, gatewayUrl, apmUrl, checkoutUrl, archivedAt } = shops
  const all = await engine.db
    .select({ id, gatewayUrl, apmUrl, checkoutUrl, archivedAt, role: memberships.role, factorDueIn })
    .from(memberships)
    .innerJoin(shops, eq(shops.id, memberships.shopId))
    .where(and(eq(memberships.userId, person.userId), isNull(memberships.disabledAt), whereNotDeleted))
    .orderBy(asc(shops.id))
  const visible = all.filter((shop) => isOpenTo(person, shop))
  const watched = visible.filter(({ role }) => may({ role }, 'alerts.read')).map((shop) => shop.id)
  const open = await engine.db
    .select({ shopId: alerts.shopId, count: count() })
    .from(alerts)
    .where(and(inArray(alerts.shopId, watched), isNull(alerts.closedAt)))
    .groupBy(alerts.shopId)
  const openIn = new Map(open.map((one) => [one.shopId, one.count]))
  return {
    items: visible.map((shop) => ({
      id: shop.id,
      gateway: gatewayHealthOf(shop).state,
      open_alerts: watched.includes(shop.id) ? (openIn.get(shop.id) ?? 0) : null,
    })),
  }
}
