import 'server-only'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { AppError, GatewayError } from '../errors'
import { tellBrowsers } from '../live'
import { listAtGateway } from '../gateway/products'
import { products, syncs } from '../tables/products'
import { mirrorProducts } from './mirror'

/** While somebody looks, the mirror is at most this old. */
const staleAfterMs = 60_000
/** A gateway that just failed is not asked again by every look at a list. */
const pauseMs = 10_000
/** A process that ends in the middle of a sync holds the lease no longer than this. */
const leaseSeconds = 120

const ofShop = (shopId: string) => and(eq(syncs.shopId, shopId), eq(syncs.resource, 'products'))

export type LastSync = { syncedAt: Date | null; failedAt: Date | null }

/** When the mirror was last complete (null before the first sync), and when a sync failed since. */
export async function lastSync({ engine, shop }: ShopContext): Promise<LastSync> {
  const columns = { syncedAt: syncs.syncedAt, failedAt: syncs.failedAt }
  const [row] = await engine.db.select(columns).from(syncs).where(ofShop(shop.id))
  return row ?? { syncedAt: null, failedAt: null }
}

/** Starts a sync where the mirror is stale; its outcome shows in the gateway's health and in live events. */
export function syncInBackground(context: ShopContext, { syncedAt, failedAt }: LastSync): void {
  const isYounger = (date: Date | null, than: number) => date !== null && Date.now() - date.valueOf() < than
  if (isYounger(syncedAt, staleAfterMs) || isYounger(failedAt, pauseMs)) return
  syncProducts(context).catch((error: unknown) => {
    if (error instanceof AppError) return // Logged by the call; the page shows how old the mirror is.
    context.log.error({ err: error }, 'product sync failed')
  })
}

export type SyncOutcome = 'synced' | 'running_elsewhere'

/**
 * Reads the gateway's whole list into the mirror and marks what is no longer in it. One at a time for a
 * shop, across all instances. Rows written after the sync began are not marked: the list was older.
 * @throws GatewayError where the list could not be read; the mirror is then as it was.
 */
export async function syncProducts(context: ShopContext): Promise<SyncOutcome> {
  const { engine, shop } = context
  const startedAt = await takeLease(context)
  if (!startedAt) return 'running_elsewhere'
  // One that outlived its lease must not give up the lease of the one after it.
  const mine = and(ofShop(shop.id), eq(syncs.startedAt, startedAt))
  try {
    const replies = await listAtGateway(context)
    await engine.db.transaction(async (tx) => {
      await mirrorProducts(tx, shop.id, replies, startedAt)
      await tx
        .update(products)
        .set({ vanishedAt: startedAt })
        .where(
          and(
            eq(products.shopId, shop.id),
            lt(sql`greatest(${products.syncedAt}, ${products.submittedAt})`, startedAt),
            isNull(products.vanishedAt),
          ),
        )
      await tx
        .update(syncs)
        .set({ leaseEndsAt: null, syncedAt: startedAt, failedAt: null, failure: null })
        .where(mine)
    })
  } catch (error) {
    const failure = error instanceof GatewayError ? error.code : 'internal'
    await engine.db.update(syncs).set({ leaseEndsAt: null, failedAt: new Date(), failure }).where(mine)
    await tellBrowsers(context, { kind: 'gateway' })
    throw error
  }
  await tellBrowsers(context, { kind: 'products' })
  return 'synced'
}

/** Takes the lease and returns when the sync starts, or null where another one runs. */
async function takeLease({ engine, shop }: ShopContext): Promise<Date | null> {
  const startedAt = new Date()
  const lease = { startedAt, leaseEndsAt: sql`now() + make_interval(secs => ${leaseSeconds})` }
  const [taken] = await engine.db
    .insert(syncs)
    .values({ shopId: shop.id, resource: 'products', ...lease })
    .onConflictDoUpdate({
      target: [syncs.shopId, syncs.resource],
      set: lease,
      setWhere: or(isNull(syncs.leaseEndsAt), lt(syncs.leaseEndsAt, sql`now()`)),
    })
    .returning({ shopId: syncs.shopId })
  return taken ? startedAt : null
}
