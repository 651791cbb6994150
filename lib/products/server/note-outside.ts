import 'server-only'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { recordActivities } from '../../core/server/activity/record'
import { products } from './tables'
import { changedOutside } from './changes'
import { toDetail } from './item'

/** Who sent what is of no matter here. */
const unnamed = new Map<string, string>()

/**
 * Runs `write`, which mirrors what the gateway says of these products, and notes in their history what changed there
 * without this application having done it: a sale, somebody in another back office.
 */
export async function notingOutsideChanges(
  tx: Database,
  shopId: string,
  ids: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  const mine = and(eq(products.shopId, shopId), inArray(products.id, [...ids]))
  // Held, so that of two answers that come at once only one is news.
  const known = await tx.select().from(products).where(mine).orderBy(asc(products.id)).for('update')
  await write()
  if (known.length === 0) return
  const before = new Map(known.map((row) => [row.id, toDetail(row, unnamed)]))
  const entries = (await tx.select().from(products).where(mine)).flatMap((row) => {
    const earlier = before.get(row.id)
    const detail = earlier && changedOutside(earlier, toDetail(row, unnamed))
    return detail ? [{ action: 'product.changed', subject: row.id, detail }] : []
  })
  await recordActivities(tx, { shop: { id: shopId }, actor: null }, entries)
}
