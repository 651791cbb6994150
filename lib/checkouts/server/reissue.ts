import 'server-only'
import { sql } from 'drizzle-orm'
import { checkoutCreate, type CheckoutDetail, type CheckoutReissue } from '../schema'
import { wasPaid } from '../state'
import type { Database } from '../../db/database'
import type { CheckoutRequest } from '../../gateway/checkout'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { qualified } from '../../core/server/qualified'
import { parse } from '../../core/server/route/route'
import { checkouts } from './tables'
import { inZoneOf } from '../../core/server/zoned'
import { createCheckout, madeSince } from './create'
import { maskedToken } from './cards'
import { loadCheckout } from './read'
import { mayBePaid, stateNow } from './state'

/** Nobody can pay within less, whatever was meant at first. */
const shortestMs = 15 * 60_000

/**
 * Makes the same checkout again, to be paid for as long as the old one was. Guarded: where the old one, or any
 * that was made for the same order, may still be paid, or was, the customer might pay twice.
 * @throws AppError `conflict` with that one's `id` and `state` as `current`, unless `even_so`; `invalid` where the old
 *   request cannot be sent any more, as of somebody who was anonymised; what createCheckout throws.
 */
export async function reissueCheckout(
  context: ActorContext,
  id: string,
  { even_so: evenSo = false }: CheckoutReissue,
): Promise<CheckoutDetail> {
  const { engine, shop } = context
  const old = await loadCheckout(engine.db, shop.id, id)
  const input = parse(checkoutCreate, {
    checkout: again(old.request, Math.max(shortestMs, old.expiresAt.valueOf() - old.createdAt.valueOf())),
    ...(old.customerId === null ? {} : { customer_id: old.customerId }),
    ...(old.cardTokenId === null ? {} : { card_token_id: old.cardTokenId }),
    reissues: id,
  })
  const guard = async (tx: Database) => {
    // Whoever reissues it at the same time waits here, and sees this one.
    const locked = await loadCheckout(tx, shop.id, id, { locks: true })
    const others = await tx.select().from(checkouts).where(isRelated(shop.id, id))
    const risky = [locked, ...others].find((one) => mayBePaid(one) || wasPaid(one.state))
    if (risky) throw new AppError('conflict', { current: { id: risky.id, state: stateNow(risky).state } })
  }
  return createCheckout(context, input, evenSo ? {} : { guard })
}

/** All that were made for the same order: the one it reissues, that one's own, and what was made instead of any of them. */
const isRelated = (
  shopId: string,
  id: string,
) => sql`${qualified(checkouts.shopId)} = ${shopId} AND ${qualified(checkouts.id)} IN (
  WITH RECURSIVE family AS (
    SELECT id, reissues FROM checkouts WHERE shop_id = ${shopId} AND id = ${id}
    UNION
    SELECT one.id, one.reissues FROM checkouts AS one
      JOIN family ON one.shop_id = ${shopId} AND (one.reissues = family.id OR one.id = family.reissues)
  )
  SELECT family.id FROM family
)`

/** What became of a reissue that was not answered, where that is known by now; null: it is not. */
export const settleLostReissue = (context: ActorContext, id: string, sentAt: Date) =>
  madeSince(context, sql`${checkouts.reissues} = ${id}`, sentAt)

/** The same request, without the card (which is chosen anew), and payable for so long from now on. */
function again({ order, payment_method: method, ...rest }: CheckoutRequest['checkout'], windowMs: number) {
  const { expired_at: until } = order
  const { credit_card: card, ...other } = method ?? {}
  const kept = card?.token === maskedToken ? other : method
  return {
    ...rest,
    order: until === undefined ? order : { ...order, expired_at: inZoneOf(until, Date.now() + windowMs) },
    ...(kept === undefined || Object.keys(kept).length === 0 ? {} : { payment_method: kept }),
  }
}
