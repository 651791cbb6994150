import 'server-only'
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { countLimit, totalOf } from '../../../core/server/lists/keyset'
import { soonDays, type Radar } from '../../schema'
import { lowStock } from '../../state'
import { indexed } from './indexed'
import { products } from '../tables'
import { itemColumns, toItem } from '../listing/item'
import { lastSync, syncInBackground } from './mirror'

const shownItems = 5

/** The same expressions as the list's indexes. Unlimited stock and no expiry exceed every bound. */
const { expiry } = indexed
const stock = sql`(${indexed.stock})`

/** Returns products that expire soon, sell out soon, or take no money, from the mirror. */
export async function radarOf(context: ShopContext): Promise<Radar> {
  const synced = await lastSync(context)
  syncInBackground(context, synced)
  const now = new Date()
  const soon = new Date(now.valueOf() + soonDays * 86_400_000)
  const payable = sql`${expiry} > ${now.toISOString()}::timestamptz`
  const nothing = { items: [], total: 0, total_exact: true }
  return {
    expiring: await urgent(
      context,
      sql`${payable} AND ${expiry} <= ${soon.toISOString()}::timestamptz AND ${products.immortal} IS NOT TRUE`,
      expiry,
    ),
    stock: await urgent(context, sql`${stock} BETWEEN 0 AND ${lowStock} AND ${payable}`, stock),
    // In the sandbox no product takes money.
    test:
      context.shop.mode === 'live'
        ? await urgent(context, sql`${products.test} AND ${payable}`, sql`${products.name}`)
        : nothing,
    synced_at: synced.syncedAt?.toISOString() ?? null,
  }
}

async function urgent({ engine: { db }, shop }: ShopContext, which: SQL, order: SQL) {
  const whereListed = and(
    eq(products.shopId, shop.id),
    isNull(products.vanishedAt),
    isNull(products.archivedAt),
    which,
  )
  const rows = await db
    .select(itemColumns)
    .from(products)
    .where(whereListed)
    .orderBy(order, asc(products.id))
    .limit(shownItems)
  if (rows.length < shownItems) return { items: rows.map(toItem), ...totalOf(rows.length) }
  const counted = db
    .select({ one: sql`1` })
    .from(products)
    .where(whereListed)
    .limit(countLimit)
    .as('counted')
  const [count] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(counted)
  return { items: rows.map(toItem), ...totalOf(count?.count ?? 0) }
}
