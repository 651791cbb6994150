import 'server-only'
import { and, arrayContains, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { transactions, type TransactionRow } from '../tables/transactions'
import { withToken } from './body'
import type { Call } from '../http/call'
import { json, notFound } from '../http/refusal'
import { isStorable } from '../../gateway/values'
import type { Order, PresentedCard } from './duplicates'

/** The transaction with this uid, of this shop where one is given; null also for what is no uid. */
export async function findTransaction(
  db: Database,
  uid: string,
  shopId?: number,
): Promise<TransactionRow | null> {
  if (!z.uuid().safeParse(uid).success) return null
  const [row] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.uid, uid), shopId === undefined ? undefined : eq(transactions.shopId, shopId)))
  return row ?? null
}

type EarlierAttempt = Pick<TransactionRow, 'uid' | 'status' | 'productId' | 'checkoutToken'>

/** What one showing of a payer's page has paid already. */
export async function findAttempt(
  db: Database,
  shopId: number,
  attempt: string,
): Promise<EarlierAttempt | null> {
  const [row] = await db
    .select({
      uid: transactions.uid,
      status: transactions.status,
      productId: transactions.productId,
      checkoutToken: transactions.checkoutToken,
    })
    .from(transactions)
    .where(and(eq(transactions.shopId, shopId), eq(transactions.attempt, attempt)))
  return row ?? null
}

/** Transactions an ID is looked for among, at most (docs/gateway.md#limits). */
const mostRecent = 10

/** Those with this tracking_id, as a whole or between semicolons, newest first. */
function findByTrackingId(db: Database, shopId: number, id: string): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.shopId, shopId), arrayContains(transactions.trackingIds, [id])))
    .orderBy(desc(transactions.createdAt))
    .limit(mostRecent)
}

/** What a tracking_id is found by. */
export const trackingIds = (trackingId: string | null): string[] =>
  trackingId === null
    ? []
    : [...new Set([trackingId, ...trackingId.split(';').map((part) => part.trim())])].filter(
        (id) => id !== '',
      )

const context = (shopId: number, uid: string) => `sandbox:shop:${shopId}:transaction:${uid}:card_token`

export const sealToken = (sealer: Sealer, shopId: number, uid: string, token: string | null) =>
  token === null ? null : sealer.seal(token, context(shopId, uid))

export const unsealToken = (
  sealer: Sealer,
  { shopId, uid, cardTokenSealed }: Pick<TransactionRow, 'shopId' | 'uid' | 'cardTokenSealed'>,
) => (cardTokenSealed === null ? null : sealer.unseal(cardTokenSealed, context(shopId, uid)))

/** The `transaction` object for the merchant, card token included. */
const transactionAnswer = (sealer: Sealer, row: TransactionRow): Record<string, unknown> =>
  withToken(row.body, unsealToken(sealer, row))

/**
 * GET /transactions/{uid} (docs/gateway.md#optional-queries): 200 and `{transaction}`, 404 for an
 * unknown uid, or one of another shop.
 */
export async function getTransaction({ engine, shop, params }: Call<{ uid: string }>): Promise<Response> {
  const row = await findTransaction(engine.db, params.uid, shop.id)
  if (!row) throw notFound()
  return json({ transaction: transactionAnswer(engine.sealer, row) })
}

type ById = Call<{ id: string }>

/**
 * GET /v2/transactions/tracking_id/{id} (docs/gateway.md#optional-queries): 200 and `{transactions}`,
 * the 10 most recent whose tracking_id is this, as a whole or between semicolons; an empty list for an unknown one.
 */
export async function listByTrackingId(call: ById): Promise<Response> {
  const rows = await rowsOf(call)
  return json({ transactions: rows.map((row) => transactionAnswer(call.engine.sealer, row)) })
}

/**
 * GET /transactions/tracking_id/{id}, the query as it was before v2, which clients of this family still send: 200
 * and `{transaction}`, 404 for an unknown one. Which of several it answers is inferred: the most recent.
 */
export async function getByTrackingId(call: ById): Promise<Response> {
  const [row] = await rowsOf(call)
  if (!row) throw notFound()
  return json({ transaction: transactionAnswer(call.engine.sealer, row) })
}

/** What no database holds was never recorded. */
const rowsOf = async ({ engine, shop, params }: ById) =>
  isStorable(params.id) ? findByTrackingId(engine.db, shop.id, params.id) : []

/**
 * What an incomplete transaction needs to be ended: kept in its row until then. The card token that it was
 * presented by is not in it but sealed beside it.
 */
type Pending = {
  order: Order
  card: Omit<PresentedCard, 'token'>
  /** The payer's browser, where the payer asked to have the card remembered. */
  rememberFor: string | null
}

export const toPending = (order: Order, card: PresentedCard, rememberFor: string | null) => {
  const { description, outcome, cvc } = card
  return { order, card: { description, outcome, cvc }, rememberFor } satisfies Pending
}

/** Null once the transaction has ended. The column is written by `toPending` alone. */
export const pendingOf = ({ pending }: Pick<TransactionRow, 'pending'>) => pending as Pending | null
