import 'server-only'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { recordActivities } from '../../../core/server/activity/record'
import { products } from '../tables'
import { changedOutside } from './changes'
import { toDetail } from '../listing/item'

const unnamed = new Map<string, string>()

/**
 * Runs `write`, which mirrors the gateway's answer, and records in the history what changed outside Counterfoil, such
 * as a sale.
 */
export async function withOutsideChangesRecorded(
  tx: Database,
  shopId: string,
  ids: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  const mine = and(eq(products.shopId, shopId), inArray(products.id, [...ids]))
  // Locked: of two answers at once, only one records the change.
  const known = await tx.select().from(products).where(mine).orderBy(asc(products.id)).for('update')
  await write()
  if (known.length === 0) return
  const before = new Map(known.map((row) => [row.id, toDetail(row, unnamed)]))
  const entries = (await tx.select().from(products).where(mine)).flatMap((row) => {
    const earlier = before.get(row.id)
    const detail = earlier && changedOutside(earlier, toDetail(row, unnamed))
    return detail ? [{ action: 'product.changed' as const, subject: row.id, detail }] : []
  })
  await recordActivities(tx, { shop: { id: shopId }, actor: null }, entries)
}
