import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { settleCheckout } from '../checkouts/effects'
import type { Queued } from '../deliveries/queue'
import { Refusal } from '../http/refusal'
import { takeStock } from '../products/stock'
import type { Shop } from '../shops/shops'
import { transactions, type TransactionRow } from '../tables/payments'
import { transactionBody, withToken } from './body'
import { conclude, tokenFor } from './conclude'
import { decideChallenge, type End } from './decide'
import {
  lockDuplicates,
  refuseDuplicate,
  type Order,
  type PresentedCard,
  type Processed,
  type Source,
  type TransactionStatus,
} from './duplicates'
import { sealToken, trackingIds, unsealToken } from './find'

type Recording = {
  uid: string
  attempt: string | null
  order: Order
  card: PresentedCard
  end: End
  at: Date
  rememberFor: string | null
  /** Whether the 30-second rule applies (docs/gateway.md#tokenization-request). */
  isDuplicateRefused: boolean
}

/** A recorded transaction, and the deliveries to announce after the commit. */
type Recorded = { processed: Processed; queued: Queued[] }

/** Thrown to roll back when the same attempt was recorded meanwhile. */
class Repeated extends Error {}

/**
 * Stores a transaction and its effects on source, notifications, e-mail and cards in one database transaction. Returns
 * null if the attempt was recorded before.
 * @throws Refusal for a duplicate, or if the source takes no more payments.
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
      if (recording.isDuplicateRefused) {
        const asked = { shopId: shop.id, stamp: card.description.stamp, amount: order.amount, at }
        await lockDuplicates(tx, asked)
        await refuseDuplicate(tx, asked)
      }
      // Insert first: a repeated attempt must end here, before the source could refuse it as sold out.
      const rows = await tx
        .insert(transactions)
        .values({ ...columns(shop.id, recording), body, cardTokenSealed })
        .onConflictDoNothing({ target: [transactions.shopId, transactions.attempt] })
        .returning({ uid: transactions.uid })
      if (rows.length === 0) throw new Repeated()
      await updateSource(tx, { ...end, shopId: shop.id, uid, source: order.source })
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
 * The values needed to end an incomplete transaction. Stored in its row until then. The presented card token is not in
 * it but sealed in a column of its own.
 */
type Pending = {
  order: Order
  card: Omit<PresentedCard, 'token'>
  /** The payer's browser, if the payer asked it to remember the card. */
  rememberFor: string | null
}

const toPending = (order: Order, card: PresentedCard, rememberFor: string | null) => {
  const { description, outcome, cvc } = card
  return { order, card: { description, outcome, cvc }, rememberFor } satisfies Pending
}

/**
 * Ends a transaction after its challenge, or returns null if it had ended. It fails, and charges nothing, if the source
 * takes no more payments (sold out or expired meanwhile).
 */
export async function endTransaction(
  engine: Engine,
  shop: Shop,
  row: TransactionRow,
  isPassed: boolean,
): Promise<Recorded | null> {
  const pending = row.pending as Pending | null // Only `toPending` writes the column.
  if (!pending) return null
  const { uid } = row
  const card: PresentedCard = { ...pending.card, token: unsealToken(engine.sealer, row) }
  const { order, rememberFor } = pending
  return engine.db.transaction(async (tx) => {
    const whereTransaction = and(eq(transactions.shopId, shop.id), eq(transactions.uid, uid))
    const wanted = decideChallenge(order, card, isPassed)
    const claimed = await tx
      .update(transactions)
      .set({ status: wanted.status, pending: null })
      .where(and(whereTransaction, eq(transactions.status, 'incomplete')))
      .returning({ uid: transactions.uid })
    if (claimed.length === 0) return null
    const end = await updateSourceAtEnd(tx, { shopId: shop.id, uid, order }, wanted)
    const at = new Date()
    const body = transactionBody({ uid, order, card, end, createdAt: row.createdAt, updatedAt: at })
    const token = tokenFor(order, card, end)
    const cardTokenSealed = sealToken(engine.sealer, shop.id, uid, token)
    await tx
      .update(transactions)
      .set({ status: end.status, failure: end.failure, body, cardTokenSealed, updatedAt: at })
      .where(whereTransaction)
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

/** Updates the source and returns the final outcome: a failure if the source refuses. */
async function updateSourceAtEnd(
  tx: Database,
  { shopId, uid, order: { source } }: { shopId: number; uid: string; order: Order },
  end: End,
): Promise<End> {
  // A failed payment does not concern a product, which would refuse it when sold out.
  if (source.kind === 'product' && end.status === 'failed') return end
  try {
    // A savepoint undoes what the source wrote before it refused.
    await tx.transaction((inner) => updateSource(inner, { ...end, shopId, uid, source }))
    return end
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return end.status === 'failed'
      ? end
      : { ...end, status: 'failed', failure: 'error', message: error.message }
  }
}

type SourceUpdate = {
  shopId: number
  uid: string
  source: Source
  status: TransactionStatus
  message: string
}

/**
 * Updates the source with the transaction's state: once when it is made, and again after its challenge.
 * @throws Refusal if the source takes no more payments.
 */
async function updateSource(
  tx: Database,
  { shopId, source, uid, status, message }: SourceUpdate,
): Promise<void> {
  if (source.kind === 'checkout') {
    await settleCheckout(tx, { shopId, token: source.token, uid, status, message })
  }
  if (source.kind === 'product')
    await takeStock(tx, { shopId, id: source.id }, { isPaid: status === 'successful' })
}
