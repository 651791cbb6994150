import 'server-only'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { enqueueDeliveries, queueDelivery } from '../deliveries/queue'
import { checkouts } from '../tables/payments'
import { shops } from '../tables/shops'
import { checkoutAnswer, findCheckout, type Checkout } from './find'

export const sweepCheckoutsQueue = 'sandbox.checkouts.sweep'

/** Most tokens per sweep; the rest wait for the next one. */
const batchSize = 200

/** Expires tokens after their time if they were not opened since. */
export async function sweepCheckouts(engine: Engine): Promise<void> {
  const due = await engine.db
    .select({ shopId: checkouts.shopId, token: checkouts.token })
    .from(checkouts)
    .where(and(eq(checkouts.finished, false), lte(checkouts.expiresAt, sql`now()`)))
    .orderBy(asc(checkouts.expiresAt))
    .limit(batchSize)
  for (const { shopId, token } of due) await expireCheckout(engine, shopId, token)
}

/** Returns the payment token, after expiring it if its time is over. Null if unknown. */
export async function currentCheckout(
  engine: Engine,
  token: string,
  shopId?: number,
): Promise<Checkout | null> {
  const row = await findCheckout(engine.db, token, shopId)
  if (!row || row.finished || row.expiresAt > new Date()) return row
  await expireCheckout(engine, row.shopId, token)
  return findCheckout(engine.db, token, row.shopId)
}

/**
 * Marks an unpaid token as expired and queues its notification, once: a conditional update
 * (docs/gateway.md#expired-payment-token).
 */
async function expireCheckout(engine: Engine, shopId: number, token: string): Promise<void> {
  const queued = await engine.db.transaction(async (tx) => {
    const marked = await tx
      .update(checkouts)
      .set({
        expired: true,
        finished: true,
        status: 'error',
        message: 'Token is expired.',
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(checkouts.shopId, shopId),
          eq(checkouts.token, token),
          eq(checkouts.finished, false),
          lte(checkouts.expiresAt, sql`now()`),
        ),
      )
      .returning({ token: checkouts.token })
    const row = marked.length === 0 ? null : await findCheckout(tx, token, shopId)
    if (!row) return []
    const [shop] = await tx.select({ url: shops.notificationUrl }).from(shops).where(eq(shops.id, shopId))
    const url = row.request.settings.notification_url ?? shop?.url ?? null
    if (url === null) return []
    return queueDelivery(tx, engine.sealer, {
      shopId,
      subject: token,
      url,
      schedule: 'checkout',
      body: checkoutAnswer(row, null),
    })
  })
  await enqueueDeliveries(engine.queues, queued)
}
