import 'server-only'
import { and, eq, gte, isNull, sql, type SQL } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { keepCardToken } from '../../card-tokens/server/keep'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { learnWords } from '../../core/server/lists/words'
import { publishLiveEvent } from '../../core/server/live'
import { lockMatching } from '../../customers/server/merging/link'
import { isAnonymised } from '../../customers/server/reading/mirror'
import type { Database } from '../../db/database'
import type { CheckoutReply, CheckoutRequest } from '../../gateway/checkouts/checkout'
import { createCheckoutAtGateway } from '../../gateway/client/endpoints'
import { judgesPayments } from '../../notifications/server/receiving/verify'
import { lockLedger } from '../../payments/server/ledger/ledger'
import { isReachable } from '../../shops/reachable'
import { describeShop } from '../../shops/server/describe'
import { type CheckoutCreate, type CheckoutDetail, hasPassed } from '../schema'
import { withCard } from './cards'
import { linkEarlierNotifications } from './earlier'
import { lockTokens } from './link'
import { checkoutSearchText, trackingIdsIn } from './listing/list'
import { checkoutDetail } from './read'
import { checkouts, type CheckoutRow } from './tables'

/** Default payment window of a payment token (docs/gateway.md#limits). */
const defaultWindowMs = 24 * 60 * 60_000

/**
 * Creates a checkout at the gateway (endpoint 2) with a single request. The row is written before the request is sent.
 * If the answer is lost, the checkout is `unconfirmed` until settled (settle.ts): the gateway cannot list checkouts.
 * @throws GatewayError with the gateway's field errors by path (`checkout.order.amount`); nothing is stored then
 * @throws AppError `unconfirmed` with the ID in `current`; `invalid` if the expiry has passed, the customer is
 *   anonymised, or this shop has no checkout with the ID in `reissues`; `invalid` or `forbidden` for the card (cards.ts)
 */
export async function createCheckout(
  context: ActorContext,
  input: CheckoutCreate,
  { id = uuidv7(), jobId, guard }: Making = {},
): Promise<CheckoutDetail> {
  if (hasPassed(input)) throw passed()
  const { sent, kept, pasted } = await withCard(context, input)
  const row = { ...newRow(context, id, { ...input, checkout: kept }), jobId }
  await context.engine.db.transaction(async (tx) => {
    await refuseAnonymised(tx, row)
    await refuseUnknown(tx, row)
    await guard?.(tx)
    await tx.insert(checkouts).values(row)
  })
  const reply = await send(context, row, sent)
  try {
    await storeReply(context, row, reply, pasted)
    return await checkoutDetail(context, row.id)
  } catch (error) {
    // The checkout exists at the gateway, but storing or reading it failed: a retry would create a second one.
    context.log.error({ err: error, checkout: row.id }, 'checkout created but not kept')
    throw lost(row, error)
  }
}

type Making = {
  id?: string
  jobId?: string
  /** Throws if the checkout must not be created. Runs in the transaction that writes the row, before the request. */
  guard?: (tx: Database) => Promise<void>
}

type NewRow = typeof checkouts.$inferInsert & Pick<CheckoutRow, 'id' | 'description'>

function newRow({ shop, actor }: ActorContext, id: string, input: CheckoutCreate): NewRow {
  const { checkout, customer_id: customerId, card_token_id: cardTokenId, reissues } = input
  const { order, customer } = checkout
  const now = new Date()
  const searched = {
    id,
    token: null,
    description: order.description,
    trackingId: order.tracking_id ?? null,
    email: customer?.email ?? null,
    customerId: customerId ?? null,
  }
  return {
    ...searched,
    shopId: shop.id,
    request: checkout,
    cardTokenId,
    transactionType: checkout.transaction_type,
    amount: order.amount,
    currency: order.currency,
    trackingIds: trackingIdsIn(order.tracking_id),
    test: checkout.test ?? false,
    attempts: checkout.attempts ?? 1,
    expiresAt: order.expired_at ? new Date(order.expired_at) : new Date(now.valueOf() + defaultWindowMs),
    state: 'creating',
    stateAt: now,
    reissues,
    createdAt: now,
    createdBy: actor.userId,
    search: checkoutSearchText(searched),
  }
}

/** Refuses an anonymised customer: data stored for them now would never be anonymised. */
async function refuseAnonymised(tx: Database, { shopId, customerId }: NewRow): Promise<void> {
  if (customerId && (await isAnonymised(tx, shopId, customerId))) throw customerAnonymised()
}

export const customerAnonymised = () => refused('customer_id', 'customerAnonymised')

/** Refuses `reissues` if it is not the ID of a checkout of this shop. */
async function refuseUnknown(tx: Database, { shopId, reissues }: NewRow): Promise<void> {
  if (reissues == null) return
  const whereOld = and(eq(checkouts.shopId, shopId), eq(checkouts.id, reissues))
  if ((await tx.$count(checkouts, whereOld)) === 0) throw refused('reissues', 'noSuchCheckout')
}

const refused = (field: 'customer_id' | 'reissues', key: 'customerAnonymised' | 'noSuchCheckout') =>
  new AppError('invalid', { errors: { [field]: [getTranslator('checkouts')(`refused.${key}`)] } })

const passed = () =>
  new AppError('invalid', {
    errors: { 'checkout.order.expired_at': [getTranslator('issues')('not_in_future')] },
  })

async function send(
  context: ActorContext,
  row: NewRow,
  checkout: CheckoutRequest['checkout'],
): Promise<CheckoutReply['checkout']> {
  try {
    return await createCheckoutAtGateway(context, { checkout })
  } catch (error) {
    const { db } = context.engine
    if (!(error instanceof GatewayError) || !error.mayHaveHappened) {
      await db.delete(checkouts).where(whereCheckout(context, row.id))
      throw error
    }
    await markUnconfirmed(context, row.id).catch((failure: unknown) =>
      // Its state stays `creating`, which counts as unconfirmed. Throwing this failure would invite a second request.
      context.log.error({ err: failure, checkout: row.id }, 'unconfirmed checkout not marked'),
    )
    throw lost(row, error)
  }
}

async function markUnconfirmed(context: ActorContext, id: string): Promise<void> {
  await context.engine.db.transaction(async (tx) => {
    await tx
      .update(checkouts)
      .set({ state: 'unconfirmed' })
      .where(and(whereCheckout(context, id), eq(checkouts.state, 'creating')))
    await recordActivity(tx, context, { action: 'checkout.unconfirmed', subject: id })
  })
  await publishLiveEvent(context, { kind: 'checkout', id })
}

const lost = ({ id }: NewRow, cause: unknown) => new AppError('unconfirmed', { current: { id }, cause })

/**
 * Stores the gateway's answer and links notifications that arrived before it. Does not store a pasted card token if the
 * customer was anonymised meanwhile.
 */
async function storeReply(
  context: ActorContext,
  row: NewRow,
  reply: CheckoutReply['checkout'],
  pasted?: string,
): Promise<void> {
  const { engine, shop } = context
  const { token, redirect_url: redirectUrl } = reply
  await engine.db.transaction(async (tx) => {
    // Lock order as in lib/notifications/server/interpreting/work-out.ts, to avoid deadlocks.
    await lockMatching(tx, shop.id)
    await lockLedger(tx, shop.id)
    await lockTokens(tx, shop.id, [token])
    const [now] = await tx
      .select({ email: checkouts.email, description: checkouts.description })
      .from(checkouts)
      .where(whereCheckout(context, row.id))
      .for('update')
    if (!now) throw new Error('the checkout was discarded while its reply was stored')
    const { customerId } = row
    const isLeftOut =
      now.email !== row.email || (customerId != null && (await isAnonymised(tx, shop.id, customerId)))
    const cardTokenId =
      pasted === undefined || isLeftOut ? undefined : await storePastedToken(tx, context, row, pasted)
    // A notification may have set the state already.
    const whereCreating = sql`${checkouts.state} IN ('creating', 'unconfirmed')`
    await tx
      .update(checkouts)
      .set({
        token,
        redirectUrl,
        cardTokenId,
        state: sql`CASE WHEN ${whereCreating} THEN 'open' ELSE ${checkouts.state} END`,
        stateAt: sql`CASE WHEN ${whereCreating} THEN now() ELSE ${checkouts.stateAt} END`,
        // The provider's statement may have set the state already. If it is taken back, the checkout is `open`.
        beforeStatement: null,
      })
      .where(whereCheckout(context, row.id))
    await learnWords(tx, shop.id, 'checkouts', [now.description])
    await recordActivity(tx, context, {
      action: row.reissues ? 'checkout.reissued' : 'checkout.created',
      subject: row.id,
      detail: { amount: row.amount, currency: row.currency, ...(row.reissues ? { of: row.reissues } : {}) },
    })
    await linkEarlierNotifications(tx, context, { checkoutId: row.id, token })
  })
  await publishLiveEvent(context, { kind: 'checkout', id: row.id })
}

/** Stores and seals a pasted card token that the gateway accepted. Returns its ID. */
async function storePastedToken(
  tx: Database,
  context: ActorContext,
  row: NewRow,
  token: string,
): Promise<string> {
  const { id } = await keepCardToken(tx, context, {
    token,
    facts: { email: row.email, customerId: row.customerId, checkoutId: row.id },
    test: row.test,
    source: 'pasted',
    createdBy: context.actor.userId,
  })
  return id
}

const whereCheckout = ({ shop }: ActorContext, id: string) =>
  and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id))

/**
 * Finds the checkout that a lost request created: by the same person with the same request since `sentAt`. Null if none
 * exists for certain.
 */
export async function settleLostCheckout(
  context: ActorContext,
  input: CheckoutCreate,
  sentAt: Date,
): Promise<CheckoutDetail | null> {
  const { kept, pasted } = await withCard(context, input)
  // Stored requests lack pasted card tokens, so requests with different tokens look equal.
  if (pasted !== undefined) return null
  const { customer_id: customerId = null, card_token_id: cardTokenId = null, reissues = null } = input
  const whereSame = sql`${checkouts.request} = ${JSON.stringify(kept)}::jsonb
    AND ${checkouts.customerId} IS NOT DISTINCT FROM ${customerId}
    AND ${checkouts.cardTokenId} IS NOT DISTINCT FROM ${cardTokenId}
    AND ${checkouts.reissues} IS NOT DISTINCT FROM ${reissues}`
  return createdSince(context, whereSame, sentAt)
}

/** Returns the person's first checkout since `since` that matches `where`, exists for certain and is not from a job. */
export async function createdSince(
  context: ActorContext,
  where: SQL,
  since: Date,
): Promise<CheckoutDetail | null> {
  const { engine, shop, actor } = context
  const [made] = await engine.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.shopId, shop.id),
        eq(checkouts.createdBy, actor.userId),
        isNull(checkouts.jobId),
        gte(checkouts.createdAt, since),
        where,
        sql`${checkouts.state} NOT IN ('creating', 'unconfirmed')`,
      ),
    )
    .orderBy(checkouts.createdAt)
    .limit(1)
  return made ? checkoutDetail(context, made.id) : null
}

/**
 * Returns our addresses for a new checkout; null if the gateway cannot reach them. No verification address if the shop
 * approves every payment: an unanswered verification request would decline it.
 */
export function notificationAddresses(context: Pick<ShopContext, 'shop'>) {
  const { notification_url: notification, verification_url: verification, mode } = describeShop(context)
  return {
    notification: isReachable(notification, mode) ? notification : null,
    verification: judgesPayments(context.shop) && isReachable(verification, mode) ? verification : null,
  }
}
