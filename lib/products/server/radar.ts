import 'server-only'
import { and, asc, eq, isNull, sql, type SQL, isNotNull } from 'drizzle-orm'
import { changeScale, scaledChange } from '../../core/format/exact-price'
import { recordActivity } from '../../core/server/activity/record'
import type { ShopContext, ActorContext } from '../../core/server/context'
import { countLimit, totalOf } from '../../core/server/lists/keyset'
import { publishLiveEvent } from '../../core/server/live'
import type { RoundingMode } from '../bulk'
import { soonDays, type Radar } from '../radar'
import type { ProductDetail } from '../schema'
import { lowStock } from '../state'
import { itemColumns, toItem, productDetail } from './item'
import { lastSync, syncInBackground } from './mirror'
import { products } from './tables'

const shownItems = 5

/** The same expressions as the list's indexes. Unlimited stock and no expiry exceed every bound. */
const expiry = sql`coalesce(${products.expiredAt}, 'infinity')`
const stock = sql`(CASE WHEN ${products.infinite} THEN ${sql.raw(String(Number.MAX_SAFE_INTEGER))}::bigint ELSE coalesce(${products.quantity}, -1) END)`

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
  const here = and(
    eq(products.shopId, shop.id),
    isNull(products.vanishedAt),
    isNull(products.archivedAt),
    which,
  )
  const rows = await db
    .select(itemColumns)
    .from(products)
    .where(here)
    .orderBy(order, asc(products.id))
    .limit(shownItems)
  if (rows.length < shownItems) return { items: rows.map(toItem), ...totalOf(rows.length) }
  const counted = db
    .select({ one: sql`1` })
    .from(products)
    .where(here)
    .limit(countLimit)
    .as('counted')
  const [count] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(counted)
  return { items: rows.map(toItem), ...totalOf(count?.count ?? 0) }
}

/**
 * Changes an amount by a percentage ("-12.5", at most four decimals) and rounds it to a multiple of `step` minor units.
 * Exact integer arithmetic. The result may be 0 or too large for an amount: the caller checks.
 */
export function changeByPercent(
  amount: number,
  percent: string,
  { mode, step }: { mode: RoundingMode; step: number },
): bigint {
  return round(scaledChange(amount, percent), changeScale * BigInt(step), mode) * BigInt(step)
}

/** `up` rounds away from zero and `down` towards zero. Amounts are never negative. */
function round(numerator: bigint, denominator: bigint, mode: RoundingMode): bigint {
  const quotient = numerator / denominator
  const rest = numerator % denominator
  if (rest === 0n || mode === 'down') return quotient
  if (mode === 'up') return quotient + 1n
  const twice = rest * 2n
  if (twice !== denominator) return twice > denominator ? quotient + 1n : quotient
  return quotient % 2n === 0n ? quotient : quotient + 1n
}

/**
 * Hides a product in Counterfoil. The gateway has no deletion, so its links still work.
 * @throws AppError `not_found`
 */
export const archiveProduct = (context: ActorContext, id: string): Promise<ProductDetail> =>
  setArchived(context, id, true)

/** @throws AppError `not_found` */
export const restoreProduct = (context: ActorContext, id: string): Promise<ProductDetail> =>
  setArchived(context, id, false)

async function setArchived(context: ActorContext, id: string, archived: boolean): Promise<ProductDetail> {
  const { engine, shop, actor } = context
  await productDetail(context, id) // Throws `not_found` if there is no such product.
  const changed = await engine.db.transaction(async (tx) => {
    const rows = await tx
      .update(products)
      .set(
        archived
          ? { archivedAt: new Date(), archivedBy: actor.userId }
          : { archivedAt: null, archivedBy: null },
      )
      .where(
        and(
          eq(products.shopId, shop.id),
          eq(products.id, id),
          archived ? isNull(products.archivedAt) : isNotNull(products.archivedAt),
        ),
      )
      .returning({ id: products.id })
    if (rows.length === 0) return false
    await recordActivity(tx, context, {
      action: archived ? 'product.archived' : 'product.restored',
      subject: id,
    })
    return true
  })
  if (changed) await publishLiveEvent(context, { kind: 'product', id })
  return productDetail(context, id)
}
