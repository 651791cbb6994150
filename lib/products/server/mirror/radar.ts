import 'server-only'
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { countLimit, totalOf } from '../../../core/server/lists/keyset'
import type { Radar } from '../../schema'
import type { AttentionKind } from '../../state'
import { indexed } from './columns'
import { products } from '../tables'
import { whereAttention } from '../listing/list'
import { itemColumns, toItem } from '../listing/item'
import { lastSync, syncInBackground } from './mirror'

const shownItems = 5

/** Returns products that expire soon, sell out soon, or take no money, from the mirror. */
export async function radarOf(context: ShopContext): Promise<Radar> {
  const synced = await lastSync(context)
  syncInBackground(context, synced)
  const nothing = { items: [], total: 0, total_exact: true }
  return {
    expiring: await urgent(context, 'expiring', indexed.expiry),
    stock: await urgent(context, 'stock', sql`(${indexed.stock})`),
    // In the sandbox no product takes money.
    test: context.shop.mode === 'live' ? await urgent(context, 'test', sql`${products.name}`) : nothing,
    synced_at: synced.syncedAt?.toISOString() ?? null,
  }
}

async function urgent({ engine: { db }, shop }: ShopContext, kind: AttentionKind, order: SQL) {
  const whereListed = and(
    eq(products.shopId, shop.id),
    isNull(products.vanishedAt),
    isNull(products.archivedAt),
    whereAttention(kind, new Date()),
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
