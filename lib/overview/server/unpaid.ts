import 'server-only'
import { sql } from 'drizzle-orm'
import { unpaidDays, unpaidStates, type UnpaidCheckouts } from '../schema'
import { isFiltered } from '../../checkouts/server/filters'
import type { ShopContext } from '../../core/server/context'
import { countLimit, totalOf } from '../../core/server/lists/keyset'
import { checkouts } from '../../checkouts/server/tables'

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Checkouts unpaid for at least 24 hours, of the last two weeks; in a live shop without tests. By days of UTC,
 * as the list of checkouts narrows them, so that it shows just as many.
 */
export async function unpaidCheckoutsOf(
  { engine, shop }: ShopContext,
  at = Date.now(),
): Promise<UnpaidCheckouts> {
  const query = {
    state: [...unpaidStates],
    created_from: dayOf(at - unpaidDays * dayMs),
    created_to: dayOf(at - 2 * dayMs),
    ...(shop.mode === 'live' ? { test: false } : {}),
  }
  const some = engine.db
    .select({ one: sql`1`.as('one') })
    .from(checkouts)
    .where(isFiltered(shop.id, query))
    .limit(countLimit)
    .as('some')
  const [counted] = await engine.db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some)
  return { ...query, ...totalOf(counted?.count ?? 0) }
}
