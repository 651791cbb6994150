import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { exactTotalLimit } from '../../core/lists/paging'
import { isoText } from '../../core/server/sql'
import type { ShopContext } from '../../core/server/context'
import { notifications } from '../../notifications/server/tables'
import { countedShops } from '../../overview/server/tables'
import type { Behind, Counting } from '../list'

/** In seconds. A shorter delay of the sums is not mentioned. */
const usualDelay = 3

/** Returns how far payments and their sums lag behind what arrived. */
export async function behindOf({ engine, shop }: ShopContext): Promise<Behind> {
  const { rows } = await engine.db.execute<{ count: number; since: string | null }>(sql`
    SELECT count(*)::int AS count,
      ${isoText(sql`min(received_at)`)} AS since
    FROM (
      SELECT n.received_at FROM ${notifications} n WHERE n.shop_id = ${shop.id} AND n.processed_at IS NULL
      ORDER BY n.id LIMIT ${exactTotalLimit + 1}
    ) waiting WHERE received_at < now() - make_interval(secs => ${usualDelay})`)
  const { count = 0, since = null } = rows[0] ?? {}
  if (since === null) return null
  return { notifications: Math.min(count, exactTotalLimit), exact: count <= exactTotalLimit, since }
}

/** Returns the progress of counting what earlier releases received (ledger/earlier.ts). */
export async function countingOf({ engine, shop }: ShopContext): Promise<Counting> {
  const [place] = await engine.db.select().from(countedShops).where(eq(countedShops.shopId, shop.id))
  // No row: a new shop with nothing to count, or the first round has not begun.
  if (!place || place.doneAt !== null) return null
  return { through: place.after === null ? null : madeAt(place.after).toISOString() }
}

/** When a UUIDv7 was made: its first 48 bits are milliseconds (RFC 9562, 5.7). */
const madeAt = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
