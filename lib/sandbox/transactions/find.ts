import 'server-only'
import { and, arrayContains, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { isStorable } from '../../gateway/values/storable'
import type { Call } from '../http/endpoints'
import { json, notFound } from '../http/refusal'
import { transactions, type TransactionRow } from '../tables/payments'
import { withToken } from './body'

/** Returns the transaction with this uid, limited to `shopId` if given. Null if the uid is unknown or malformed. */
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

/** Returns the transaction that was made with this idempotency key (`attempt`) of a payer page. */
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

/** How many transactions a query returns at most (docs/gateway.md#limits). */
const maxRecent = 10

/** Returns the shop's transactions whose tracking_id is `id`, or has it between semicolons, newest first. */
function findByTrackingId(db: Database, shopId: number, id: string): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.shopId, shopId), arrayContains(transactions.trackingIds, [id])))
    .orderBy(desc(transactions.createdAt))
    .limit(maxRecent)
}

/** Returns the values that a tracking_id can be found by: the whole and its parts. */
export const trackingIds = (trackingId: string | null): string[] =>
  trackingId === null
    ? []
    : [...new Set([trackingId, ...trackingId.split(';').map((part) => part.trim())])].filter(
        (id) => id !== '',
      )

export const transactionTokenContext = (shopId: number, uid: string) =>
  `sandbox:shop:${shopId}:transaction:${uid}:card_token`

export const sealToken = (sealer: Sealer, shopId: number, uid: string, token: string | null) =>
  token === null ? null : sealer.seal(token, transactionTokenContext(shopId, uid))

export const unsealToken = (
  sealer: Sealer,
  { shopId, uid, cardTokenSealed }: Pick<TransactionRow, 'shopId' | 'uid' | 'cardTokenSealed'>,
) => (cardTokenSealed === null ? null : sealer.unseal(cardTokenSealed, transactionTokenContext(shopId, uid)))

const transactionAnswer = (sealer: Sealer, row: TransactionRow): Record<string, unknown> =>
  withToken(row.body, unsealToken(sealer, row))

/**
 * GET /transactions/{uid} (docs/gateway.md#optional-queries): 200 and `{transaction}`, or 404 if unknown or another
 * shop's.
 */
export async function getTransaction({ engine, shop, params }: Call<{ uid: string }>): Promise<Response> {
  const row = await findTransaction(engine.db, params.uid, shop.id)
  if (!row) throw notFound()
  return json({ transaction: transactionAnswer(engine.sealer, row) })
}

type ById = Call<{ id: string }>

/**
 * GET /v2/transactions/tracking_id/{id} (docs/gateway.md#optional-queries): 200 and `{transactions}`, the 10 most
 * recent whose tracking_id matches, whole or between semicolons. An empty list if none match.
 */
export async function listByTrackingId(call: ById): Promise<Response> {
  const rows = await rowsOf(call)
  return json({ transactions: rows.map((row) => transactionAnswer(call.engine.sealer, row)) })
}

/**
 * GET /transactions/tracking_id/{id}, the query before v2, which clients of this gateway family still send: 200 and
 * `{transaction}`, or 404. Of several, returns the most recent (inferred).
 */
export async function getByTrackingId(call: ById): Promise<Response> {
  const [row] = await rowsOf(call)
  if (!row) throw notFound()
  return json({ transaction: transactionAnswer(call.engine.sealer, row) })
}

/** An ID that the database cannot store was never recorded. */
const rowsOf = async ({ engine, shop, params }: ById) =>
  isStorable(params.id) ? findByTrackingId(engine.db, shop.id, params.id) : []
