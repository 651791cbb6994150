import 'server-only'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { notFound, Refusal } from '../http/refusal'
import { checkouts } from '../tables/checkouts'
import type { TransactionStatus } from '../transactions/duplicates'
import { findCheckout } from './find'
import { checkoutStateOf } from './payable'

type End = { shopId: number; token: string; uid: string; status: TransactionStatus; message: string }

/** What a payment token says of its last attempt. The first is documented, the other inferred. */
const messages = { successful: 'Transaction is successful.', failed: 'Transaction is failed.' }

/**
 * What a transaction does to its payment token, in the database transaction that records it.
 * - `incomplete`: the attempt has begun and counts for nothing yet: a payer who leaves the challenge may come
 *   back and pay otherwise.
 * - `failed`: one attempt is used; with the last of them the token is finished.
 * - `successful`: the token is finished. A conditional update: of several payments at once, one succeeds.
 * A challenge that is answered after its token expired or was paid otherwise is refused like any other payment.
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

/** Why a token takes no payment any more. */
export const refuseUnpayable = (state: 'finished' | 'expired' | 'payable'): Refusal =>
  state === 'finished'
    ? new Refusal(409, 'Payment token is finished', { code: 'finished' })
    : new Refusal(409, 'Payment token is expired', { code: 'expired' })
