import 'server-only'
import { sql } from 'drizzle-orm'
import { whereFiltered } from '../../checkouts/server/listing/list'
import { checkouts } from '../../checkouts/server/tables'
import { dayIn } from '../../core/format/dates'
import type { ShopContext } from '../../core/server/context'
import { zoneOf } from '../../core/server/shop/load'
import { countLimit, totalOf } from '../../core/server/lists/keyset'
import { unpaidDays, unpaidStates, type UnpaidCheckouts } from '../schema'

const dayMs = 86_400_000

/**
 * Counts checkouts of the last two weeks that are unpaid for at least 24 hours; in a live shop without test ones. Uses
 * whole days, so that the list of checkouts with the same query shows the same number.
 */
export async function unpaidCheckoutsOf(
  { engine, shop }: ShopContext,
  at = Date.now(),
): Promise<UnpaidCheckouts> {
  const dayOf = (time: number) => dayIn(new Date(time), zoneOf(shop))
  const query = {
    state: [...unpaidStates],
    created_from: dayOf(at - unpaidDays * dayMs),
    created_to: dayOf(at - 2 * dayMs),
    ...(shop.mode === 'live' ? { test: false } : {}),
  }
  const some = engine.db
    .select({ one: sql`1`.as('one') })
    .from(checkouts)
    .where(whereFiltered(shop, query))
    .limit(countLimit)
    .as('some')
  const [counted] = await engine.db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some)
  return { ...query, ...totalOf(counted?.count ?? 0) }
}
