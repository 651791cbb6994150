import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import type { Queued } from '../deliveries/queue'
import { Refusal } from '../http/refusal'
import type { Shop } from '../shops'
import { transactions, type TransactionRow } from '../tables/transactions'
import { transactionBody, withToken } from './body'
import { conclude, tokenFor } from './conclude'
import {
  lockDuplicates,
  refuseDuplicate,
  type Order,
  type PresentedCard,
  type Processed,
  type Source,
  type TransactionStatus,
} from './duplicates'
import { decideChallenge, type End } from './decide'
import { sealToken, trackingIds, unsealToken, pendingOf, toPending } from './find'
import { settleCheckout } from '../checkouts/effects'
import { takeStock } from '../products/stock'

type Recording = {
  uid: string
  attempt: string | null
  order: Order
  card: PresentedCard
  end: End
  at: Date
  /** The payer's browser that is to remember the card. */
  rememberFor: string | null
  /** Whether the rule of 30 seconds holds (docs/gateway.md#tokenization-request). */
  refuseDuplicates: boolean
}

/** What was recorded, and the notifications that are to be announced after the commit. */
type Recorded = { processed: Processed; queued: Queued[] }

/** The same attempt was recorded meanwhile; what this one did is rolled back. */
class Repeated extends Error {}

/**
 * Writes a transaction, what it does to its source, and the notification, e-mail and cards it causes in one
 * database transaction, or nothing. Returns null where the attempt was recorded before.
 * @throws Refusal where the source takes no payment, or for a duplicate.
 */
export async function recordTransaction(
  engine: Engine,
  shop: Shop,
  recording: Recording,
): Promise<Recorded | null> {
  const { uid, order, card, end, at } = recording
  const body = transactionBody({ uid, order, card, end, createdAt: at, updatedAt: at })
  const token = tokenFor(order, card, end)
  const cardTokenSealed = sealToken(engine.sealer, shop.id, uid, token)
  try {
    return await engine.db.transaction(async (tx) => {
      if (recording.refuseDuplicates) {
        const asked = { shopId: shop.id, stamp: card.description.stamp, amount: order.amount, at }
        await lockDuplicates(tx, asked)
        await refuseDuplicate(tx, asked)
      }
      // First of all: a second sending of one attempt ends here, before it is told that all is sold.
      const rows = await tx
        .insert(transactions)
        .values({ ...columns(shop.id, recording), body, cardTokenSealed })
        .onConflictDoNothing({ target: [transactions.shopId, transactions.attempt] })
        .returning({ uid: transactions.uid })
      if (rows.length === 0) throw new Repeated()
      await tellSource(tx, { ...end, shopId: shop.id, uid, source: order.source })
      const queued = await conclude(tx, engine.sealer, { ...recording, shop, body, token })
      return { processed: processed(body, token), queued }
    })
  } catch (error) {
    if (error instanceof Repeated) return null
    throw error
  }
}

const processed = (body: Record<string, unknown>, token: string | null): Processed => ({
  uid: body.uid as string,
  status: body.status as Processed['status'],
  message: body.message as string,
  redirectUrl: body.redirect_url as string,
  transaction: withToken(body, token),
})

function columns(shopId: number, { uid, attempt, order, card, end, at, rememberFor }: Recording) {
  const { source } = order
  return {
    shopId,
    uid,
    attempt,
    productId: source.kind === 'product' ? source.id : null,
    checkoutToken: source.kind === 'checkout' ? source.token : null,
    type: order.type,
    status: end.status,
    failure: end.failure,
    amount: order.amount,
    currency: order.currency,
    trackingId: order.trackingId,
    trackingIds: trackingIds(order.trackingId),
    stamp: card.description.stamp,
    pending: end.status === 'incomplete' ? toPending(order, card, rememberFor) : null,
    returnUrl: order.returnUrl,
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * Ends a transaction whose challenge was answered; null where it has ended already. Where its source takes no
 * payment any more (sold out meanwhile, expired), it fails, and nothing is taken.
 */
export async function endTransaction(
  engine: Engine,
  shop: Shop,
  row: TransactionRow,
  passed: boolean,
): Promise<Recorded | null> {
  const pending = pendingOf(row)
  if (!pending) return null
  const { uid } = row
  const card: PresentedCard = { ...pending.card, token: unsealToken(engine.sealer, row) }
  const { order, rememberFor } = pending
  return engine.db.transaction(async (tx) => {
    const here = and(eq(transactions.shopId, shop.id), eq(transactions.uid, uid))
    const wanted = decideChallenge(order, card, passed)
    const claimed = await tx
      .update(transactions)
      .set({ status: wanted.status, pending: null })
      .where(and(here, eq(transactions.status, 'incomplete')))
      .returning({ uid: transactions.uid })
    if (claimed.length === 0) return null
    const end = await tellOfEnd(tx, { shopId: shop.id, uid, order }, wanted)
    const at = new Date()
    const body = transactionBody({ uid, order, card, end, createdAt: row.createdAt, updatedAt: at })
    const token = tokenFor(order, card, end)
    const cardTokenSealed = sealToken(engine.sealer, shop.id, uid, token)
    await tx
      .update(transactions)
      .set({ status: end.status, failure: end.failure, body, cardTokenSealed, updatedAt: at })
      .where(here)
    const queued = await conclude(tx, engine.sealer, {
      uid,
      order,
      card,
      end,
      rememberFor,
      shop,
      body,
      token,
    })
    return { processed: processed(body, token), queued }
  })
}

/** Returns the end as it is after the source had its say. */
async function tellOfEnd(
  tx: Database,
  { shopId, uid, order: { source } }: { shopId: number; uid: string; order: Order },
  end: End,
): Promise<End> {
  // A product has nothing to do with a payment that failed, and would refuse it where it is sold out.
  if (source.kind === 'product' && end.status === 'failed') return end
  try {
    // Within a savepoint: what the source did before it refused is undone.
    await tx.transaction((inner) => tellSource(inner, { ...end, shopId, uid, source }))
    return end
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return end.status === 'failed'
      ? end
      : { ...end, status: 'failed', failure: 'error', message: error.message }
  }
}

type Told = { shopId: number; uid: string; source: Source; status: TransactionStatus; message: string }

/**
 * Tells what asked for a transaction how it stands, in the transaction that records it: when it is made, and
 * again when its challenge was answered.
 * @throws Refusal where the source takes no payment any more.
 */
async function tellSource(tx: Database, { shopId, source, uid, status, message }: Told): Promise<void> {
  if (source.kind === 'checkout') {
    await settleCheckout(tx, { shopId, token: source.token, uid, status, message })
  }
  if (source.kind === 'product')
    await takeStock(tx, { shopId, id: source.id }, { paid: status === 'successful' })
}
