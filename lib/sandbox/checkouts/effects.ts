import 'server-only'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { notFound, Refusal } from '../http/refusal'
import { checkouts } from '../tables/payments'
import type { TransactionStatus } from '../transactions/duplicates'
import { findCheckout, checkoutStateOf } from './find'

type End = { shopId: number; token: string; uid: string; status: TransactionStatus; message: string }

/** Messages for the last attempt. The first is documented, the second inferred. */
const messages = { successful: 'Transaction is successful.', failed: 'Transaction is failed.' }

/**
 * Updates the payment token of a transaction, in the database transaction that records it.
 * - `incomplete`: the attempt does not count yet, because a payer who leaves the challenge may pay another way.
 * - `failed`: uses up one attempt; the last one finishes the token.
 * - `successful`: finishes the token. The conditional update lets only one of several concurrent payments succeed.
 * A challenge answered after the token expired or was paid is refused like any other payment.
 * @throws Refusal 409 `expired` or `finished`, 404
 */
export async function settleCheckout(tx: Database, { shopId, token, uid, status }: End): Promise<void> {
  const isOver = status !== 'incomplete'
  const used = sql`${checkouts.attemptsUsed} + 1`
  const updated = await tx
    .update(checkouts)
    .set({
      uid,
      status: isOver ? status : null,
      message: isOver ? messages[status] : null,
      updatedAt: sql`now()`,
      ...(isOver ? { attemptsUsed: used } : {}),
      ...(status === 'successful' ? { finished: true } : {}),
      ...(status === 'failed' ? { finished: sql`${used} >= ${checkouts.attempts}` } : {}),
    })
    .where(
      and(
        eq(checkouts.shopId, shopId),
        eq(checkouts.token, token),
        eq(checkouts.finished, false),
        gt(checkouts.expiresAt, sql`now()`),
      ),
    )
    .returning({ token: checkouts.token })
  if (updated.length > 0) return
  const row = await findCheckout(tx, token, shopId)
  if (!row) throw notFound()
  throw refuseUnpayable(checkoutStateOf(row))
}

/** Returns the refusal for a token that takes no more payments. */
export const refuseUnpayable = (state: 'finished' | 'expired' | 'payable'): Refusal =>
  state === 'finished'
    ? new Refusal(409, 'Payment token is finished', { code: 'finished' })
    : new Refusal(409, 'Payment token is expired', { code: 'expired' })
