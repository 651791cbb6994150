import 'server-only'
import { and, arrayContains, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { transactions, type TransactionRow } from '../tables/transactions'
import { withToken } from './body'

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

export type EarlierAttempt = Pick<TransactionRow, 'uid' | 'status' | 'productId' | 'checkoutToken'>

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
export function findByTrackingId(db: Database, shopId: number, id: string): Promise<TransactionRow[]> {
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
export const transactionAnswer = (sealer: Sealer, row: TransactionRow): Record<string, unknown> =>
  withToken(row.body, unsealToken(sealer, row))
