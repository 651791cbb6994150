import 'server-only'
import { and, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { judgeSoon } from '../../../alerts/server/judge'
import type { LiveEvent } from '../../../core/events'
import type { ShopContext } from '../../../core/server/context'
import { publishLiveEvent } from '../../../core/server/live'
import { loadShop } from '../../../core/server/shop/load'
import { lockMatching } from '../../../customers/server/merging/link'
import { wakeForwarding } from '../../../forwarding/server/queue'
import { refreshInBackground } from '../../../products/server/mirror/read'
import { notifications } from '../tables'
import { workOut, type WorkedOut } from './work-out'

/** Processes a stored notification (work-out.ts) and notifies browsers. Repeatable. */
export async function processNotification(context: ShopContext, id: string): Promise<void> {
  const done = await context.engine.db.transaction(async (tx) => {
    await lockMatching(tx, context.shop.id)
    return workOut(tx, context, [id])
  })
  if (done.ids.length === 0) return
  await announce(context, done)
  judgeSoon(context)
}

/**
 * Processes stored notifications of a shop in one transaction. If that fails, processes them one by one, and logs those
 * that fail, which the sweep tries again.
 * @throws what keeps the database from answering
 */
export async function processMany(context: ShopContext, ids: readonly string[]): Promise<void> {
  const { engine, shop, log } = context
  if (ids.length > 1) {
    try {
      const done = await engine.db.transaction(async (tx) => {
        await lockMatching(tx, shop.id)
        return workOut(tx, context, ids)
      })
      await announce(context, done)
      judgeSoon(context)
      return
    } catch (error) {
      if (engine.ending.aborted) return
      log.debug(
        { err: error, shop: shop.id, notifications: ids.length },
        'notifications processed one by one',
      )
    }
  }
  for (const id of ids)
    await processNotification(context, id).catch(async (error: unknown) => {
      if (engine.ending.aborted) return
      await engine.db.execute(sql`SELECT 1`)
      log.error({ err: error, shop: shop.id, notification: id }, 'notification not processed')
    })
}

/** If there are more, none is named: browsers read the lists again anyway. */
const maxNamed = 20

/** Notifies browsers of what was processed, and wakes forwarding. Call after the commit. */
export async function announce(context: ShopContext, done: WorkedOut): Promise<void> {
  const distinct = (some: string[]) => [...new Set(some)]
  // A payment changes the stock, and only the gateway knows how much is left.
  for (const productId of distinct(done.productIds)) refreshInBackground(context, productId)
  const ids = [...done.ids, ...done.followers]
  const payers = distinct(done.payers)
  const events: LiveEvent[] = [
    ...(payers.length > maxNamed
      ? [{ kind: 'customers' as const }]
      : payers.map((id) => ({ kind: 'customer' as const, id }))),
    ...distinct(done.checkoutIds).map((id) => ({ kind: 'checkout' as const, id })),
    ...distinct(done.cardTokenIds).map((id) => ({ kind: 'card_token' as const, id })),
    ...(ids.length > maxNamed
      ? [{ kind: 'notification' as const }]
      : ids.map((id) => ({ kind: 'notification' as const, id }))),
  ]
  await Promise.all(events.map((event) => publishLiveEvent(context, event)))
  await wakeForwarding(context.engine.queues, context.shop.id, distinct(done.endpoints))
}

const pageRows = 500

/**
 * Extracts the keys of an earlier release's notifications and finds their customers. Not in a migration, where everyone
 * would wait for millions of rows. Failures wait for the next round.
 */
export async function keyOldNotifications({
  engine,
  log,
}: Pick<ShopContext, 'engine' | 'log'>): Promise<void> {
  const { db } = engine
  let after: string | null = null
  for (;;) {
    const rows: { shopId: string; id: string }[] = await db
      .select({ shopId: notifications.shopId, id: notifications.id })
      .from(notifications)
      .where(
        and(
          isNull(notifications.keys),
          isNotNull(notifications.processedAt),
          after === null ? undefined : gt(notifications.id, after),
        ),
      )
      .orderBy(notifications.id)
      .limit(pageRows)
    for (const { shopId, id } of rows)
      await db
        .transaction(async (tx) => {
          await lockMatching(tx, shopId)
          const shop = await loadShop(tx, shopId)
          if (shop) await workOut(tx, { engine, shop }, [id])
        })
        .catch((error: unknown) =>
          log.error(
            { err: error, shop: shopId, notification: id },
            'notification of an earlier release not keyed',
          ),
        )
    after = rows.at(-1)?.id ?? null
    if (rows.length < pageRows) return
  }
}
