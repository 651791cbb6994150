import 'server-only'
import { and, gt, isNull, lt, sql } from 'drizzle-orm'
import type { LiveEvent } from '../../core/events'
import { judgeSoon } from '../../alerts/server/judge'
import type { ShopContext } from '../../core/server/context'
import { holdMatching } from '../../customers/server/hold'
import { wakeForwarding } from '../../forwarding/server/queue'
import { tellBrowsers } from '../../core/server/live'
import { refreshInBackground } from '../../products/server/read'
import { loadShop } from '../../core/server/shop/load'
import { notifications } from './tables'
import { calm } from './waiting'
import { workOut, type WorkedOut } from './work-out'

/**
 * Works out what a stored notification says, what it is about and whose it is (work-out.ts), and tells browsers. May run
 * again: it comes to the same. `how`: as {@link workOut} has it.
 */
export async function processNotification(
  context: ShopContext,
  id: string,
  how?: Parameters<typeof workOut>[3],
): Promise<void> {
  const done = await context.engine.db.transaction(async (tx) => {
    await holdMatching(tx, context.shop.id)
    return workOut(tx, context, id, how)
  })
  if (!done) return
  await announce(context, done)
  judgeSoon(context)
}

/** Tells browsers of what was worked out, once that is committed. */
export async function announce(context: ShopContext, done: WorkedOut): Promise<void> {
  const { id, payers, productId, checkoutId, cardTokenId, endpoints, followers } = done
  // A payment changes the stock; the gateway knows how much is left.
  if (productId) refreshInBackground(context, productId)
  const told: LiveEvent[] = [
    ...payers.map((payer) => ({ kind: 'customer' as const, id: payer })),
    ...(checkoutId ? [{ kind: 'checkout' as const, id: checkoutId }] : []),
    ...(cardTokenId ? [{ kind: 'card_token' as const, id: cardTokenId }] : []),
    ...[id, ...followers].map((one) => ({ kind: 'notification' as const, id: one })),
  ]
  await Promise.all(told.map((event) => tellBrowsers(context, event)))
  await wakeForwarding(context.engine.jobs, context.shop.id, endpoints)
}

/** Older than this, an unprocessed notification was cut off with its process. */
const leftBehindMinutes = 1

const sweepRows = 500

/** Processes what a crash or a failure left behind, each once; what fails again waits for the next round. */
export async function processLeftBehind(
  context: Omit<ShopContext, 'shop' | 'actor'>,
  olderThanMinutes = leftBehindMinutes,
): Promise<void> {
  let after: string | null = null
  for (;;) {
    // IDs are made in the order of time, so that a round goes on behind what it has already tried.
    const rows: { shopId: string; id: string }[] = await context.engine.db
      .select({ shopId: notifications.shopId, id: notifications.id })
      .from(notifications)
      .where(
        and(
          isNull(notifications.processedAt),
          lt(notifications.receivedAt, sql`now() - make_interval(mins => ${olderThanMinutes})`),
          after === null ? undefined : gt(notifications.id, after),
        ),
      )
      .orderBy(notifications.id)
      .limit(sweepRows)
    for (const row of rows) {
      await calm()
      await processOne(context, row)
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < sweepRows) return
  }
}

/** One that cannot be processed must not keep those after it waiting. */
async function processOne(
  context: Omit<ShopContext, 'shop' | 'actor'>,
  { shopId, id }: { shopId: string; id: string },
): Promise<void> {
  const shop = await loadShop(context.engine.db, shopId)
  if (!shop) return
  await processNotification({ ...context, shop, actor: null }, id).catch((error: unknown) =>
    context.log.error({ err: error, shop: shopId, notification: id }, 'notification not processed'),
  )
}
