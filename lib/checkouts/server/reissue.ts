import 'server-only'
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { qualified } from '../../core/server/sql'
import { parse } from '../../core/server/route/route'
import { inZoneOf } from '../../core/server/zoned'
import type { Database } from '../../db/database'
import { customers } from '../../customers/server/tables'
import type { CheckoutRequest } from '../../gateway/checkouts/checkout'
import { dots } from '../../notifications/server/redaction/anonymise'
import { type OwnAddresses, withPresentAddresses } from '../own-addresses'
import { checkoutCreate, type CheckoutDetail, type CheckoutReissue } from '../schema'
import { wasPaid } from '../state'
import { maskedToken } from './cards'
import { createCheckout, createdSince, customerAnonymised, notificationAddresses } from './create'
import { loadCheckout } from './read'
import { mayBePaid, stateNow } from './state'
import { checkouts, type CheckoutRow } from './tables'

const shortestMs = 15 * 60_000

/**
 * Creates the same checkout again, payable for as long as before. Refuses if any checkout of the order was paid or may
 * still be paid: the customer might pay twice.
 * @throws AppError `conflict` with that checkout's `id` and `state` in `current`, unless `even_so`; `invalid` if the
 *   old request can no longer be sent, such as after the customer was anonymised; and as createCheckout
 */
export async function reissueCheckout(
  context: ActorContext,
  id: string,
  { even_so: isForced = false }: CheckoutReissue,
): Promise<CheckoutDetail> {
  const { engine, shop } = context
  const old = await loadCheckout(engine.db, shop.id, id)
  const checkout = requestForReissue(old.request, {
    windowMs: Math.max(shortestMs, old.expiresAt.valueOf() - old.createdAt.valueOf()),
    own: notificationAddresses(context),
  })
  // If it was found by an e-mail address, it was anonymised without a customer by which to refuse it.
  if (JSON.stringify(checkout).includes(dots) && (await mayBeAnonymised(context, old)))
    throw customerAnonymised()
  const input = parse(checkoutCreate, {
    checkout,
    ...(old.customerId === null ? {} : { customer_id: old.customerId }),
    ...(old.cardTokenId === null ? {} : { card_token_id: old.cardTokenId }),
    reissues: id,
  })
  const guard = async (tx: Database) => {
    // The locks make parallel reissues of any of the order's checkouts wait, so that they see this one.
    const whereOfOrder = whereRelated(shop.id, id)
    await tx
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(whereOfOrder)
      .orderBy(checkouts.id)
      .for('update')
    const all = await tx
      .select()
      .from(checkouts)
      .where(whereOfOrder)
      .orderBy(desc(eq(checkouts.id, id)))
    const risky = all.find((one) => mayBePaid(one) || wasPaid(one.state))
    if (risky) throw new AppError('conflict', { current: { id: risky.id, state: stateNow(risky).state } })
  }
  return createCheckout(context, input, isForced ? {} : { guard })
}

/**
 * Whether the dots in a checkout may hide a person, or else were typed. Anonymising removes the customer and the e-mail
 * address.
 */
async function mayBeAnonymised(
  { engine, shop }: ActorContext,
  { request, email, createdAt }: CheckoutRow,
): Promise<boolean> {
  if (email !== null || request.customer !== undefined) return false
  const whereSince = and(eq(customers.shopId, shop.id), gte(customers.anonymisedAt, createdAt))
  return (await engine.db.select({ id: customers.id }).from(customers).where(whereSince).limit(1)).length > 0
}

/** All checkouts of the same order, connected by `reissues` in both directions. */
const whereRelated = (
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

/** Returns the reissue of a lost request, if it exists for certain. */
export const settleLostReissue = (context: ActorContext, id: string, sentAt: Date) =>
  createdSince(context, sql`${checkouts.reissues} = ${id}`, sentAt)

/** After it, years have five digits in some zone: such an expiry stays as it is. */
const lastExpiry = Date.UTC(9999, 11, 31)

/** Returns the request with a new payment window, our present addresses, and no stored card, which is chosen again. */
function requestForReissue(
  { order, settings, payment_method: method, ...rest }: CheckoutRequest['checkout'],
  { windowMs, own }: { windowMs: number; own: OwnAddresses },
) {
  const { expired_at: until } = order
  const expiry = Date.now() + windowMs
  const { credit_card: card, ...other } = method ?? {}
  const kept = card?.token === maskedToken ? other : method
  return {
    ...rest,
    ...(settings && { settings: withPresentAddresses(settings, own) }),
    order:
      until === undefined || expiry > lastExpiry ? order : { ...order, expired_at: inZoneOf(until, expiry) },
    ...(kept === undefined || Object.keys(kept).length === 0 ? {} : { payment_method: kept }),
  }
}
