import 'server-only'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import { config } from '../../core/server/config/config'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { countQuestion } from '../../core/server/accounts/person-limits'
import { publishLiveEvent } from '../../core/server/live'
import { lockMatching } from '../../customers/server/merging/link'
import type { Database } from '../../db/database'
import type { CheckoutState as AtGateway } from '../../gateway/checkouts/checkout'
import { readCheckoutAtGateway } from '../../gateway/client/endpoints'
import { webAddress } from '../../gateway/values/schemas'
import { isStorable } from '../../gateway/values/storable'
import { lockLedger } from '../../payments/server/ledger/ledger'
import type { CheckoutDetail, CheckoutSettle } from '../schema'
import { wasPaid, type CheckoutState } from '../state'
import { linkEarlierNotifications } from './earlier'
import { lockTokens } from './link'
import { checkoutSearchText } from './listing/list'
import { checkoutDetail, loadCheckout } from './read'
import { withoutStatement } from './state'
import { checkouts } from './tables'

/**
 * Settles an unconfirmed checkout as a person decided. `redirect_url` is its payment page, with the payment token in
 * its query (docs/gateway.md#checkout-response). If it does not exist, deletes the row and returns its last state.
 * @throws AppError `conflict` if it is not unconfirmed; `in_progress` if its request may still be under way; `invalid`
 *   if the address is not the gateway's or belongs to another checkout
 */
export async function settleCheckout(
  context: ActorContext,
  id: string,
  { exists, redirect_url: address }: CheckoutSettle,
): Promise<CheckoutDetail> {
  const { engine, shop } = context
  if (exists && address !== undefined) await checkAddress(context, address)
  const before = await checkoutDetail(context, id)
  const token = exists && address !== undefined ? tokenIn(address) : null
  await engine.db.transaction(async (tx) => {
    // Lock order as in lib/notifications/server/interpreting/work-out.ts, to avoid deadlocks.
    await lockMatching(tx, shop.id)
    await lockLedger(tx, shop.id)
    if (token !== null) await lockTokens(tx, shop.id, [token])
    const row = await loadCheckout(tx, shop.id, id, { isHeld: true })
    const isUnderWay = row.state === 'creating' && Date.now() - row.createdAt.valueOf() < underWayMs
    if (isUnderWay) throw new AppError('in_progress')
    if (row.state !== 'creating' && row.state !== 'unconfirmed') throw new AppError('conflict')
    const whereCheckout = and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id))
    await recordActivity(tx, context, {
      action: exists ? 'checkout.confirmed' : 'checkout.discarded',
      subject: id,
      detail: { amount: row.amount, currency: row.currency },
    })
    if (!exists) return tx.delete(checkouts).where(whereCheckout)
    if (token !== null && (await isTokenUsed(tx, shop.id, token))) throw refused('addressTaken')
    await tx
      .update(checkouts)
      .set({
        state: 'open',
        stateAt: new Date(),
        token,
        redirectUrl: address,
        search: checkoutSearchText({ ...row, token }),
      })
      .where(whereCheckout)
    if (token !== null) await linkEarlierNotifications(tx, context, { checkoutId: id, token })
  })
  await publishLiveEvent(context, { kind: 'checkout', id })
  return exists ? checkoutDetail(context, id) : before
}

/** A request to the gateway ends within this time. */
const underWayMs = 60_000

const refused = (key: 'addressElsewhere' | 'addressTaken') =>
  new AppError('invalid', { errors: { redirect_url: [getTranslator('checkouts')(`refused.${key}`)] } })

const tokenIn = (address: string): string | null => {
  const token = new URL(address).searchParams.get('token') ?? ''
  return token === '' || token.length > 255 || !isStorable(token) ? null : token
}

/**
 * Checks that the address, which customers will get, leads to the gateway: to the shop's checkout host, or to the host
 * of its newest payment page. Sandbox pages are at our own address.
 * @throws AppError `invalid`
 */
async function checkAddress({ engine, shop }: ActorContext, address: string): Promise<void> {
  if (!webAddress.safeParse(address).success)
    throw new AppError('invalid', { errors: { redirect_url: [getTranslator('issues')('invalid_url')] } })
  const [known] = await engine.db
    .select({ address: checkouts.redirectUrl })
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shop.id), isNotNull(checkouts.redirectUrl)))
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  const own = shop.mode === 'sandbox' ? [config.get().appUrl] : []
  const origins = [shop.checkoutUrl, ...own, ...(known?.address ? [known.address] : [])].map(
    (one) => new URL(one).origin,
  )
  if (!origins.includes(new URL(address).origin) || tokenIn(address) === null)
    throw refused('addressElsewhere')
}

async function isTokenUsed(tx: Database, shopId: string, token: string): Promise<boolean> {
  const whereToken = and(eq(checkouts.shopId, shopId), eq(checkouts.token, token))
  return (await tx.select({ id: checkouts.id }).from(checkouts).where(whereToken)).length > 0
}

/** Maps the optional query's answer to a state. Returns null if it does not say. */
export function stateAtGateway({ finished, expired, status }: AtGateway): CheckoutState | null {
  if (status === 'successful' || status === 'completed') return 'paid'
  if (expired === true) return 'expired'
  if (status === 'canceled' || status === 'cancelled') return 'cancelled'
  if (status === 'failed') return 'declined'
  if (status === 'pending' || status === 'processing' || status === 'incomplete') return 'pending'
  return finished === false ? 'open' : null
}

/**
 * Asks the gateway for the state with the optional query (docs/gateway.md#optional-queries), if an owner enabled it.
 * Never takes back that a payment was made, nor what was reported while the gateway was asked.
 * @throws AppError `forbidden` if it may not be asked; `not_found`; `too_many_attempts`; GatewayError
 */
export async function checkCheckout(context: ActorContext, id: string): Promise<CheckoutDetail> {
  const { engine, shop } = context
  const before = await loadCheckout(engine.db, shop.id, id)
  const { token } = before
  if (!shop.hasCheckoutQuery || token === null) throw new AppError('forbidden')
  await countQuestion(context)
  const answer = stateAtGateway(await readCheckoutAtGateway(context, token))
  await engine.db.transaction(async (tx) => {
    const row = await loadCheckout(tx, shop.id, id, { isHeld: true })
    const isSame = row.state === before.state && row.stateAt.valueOf() === before.stateAt.valueOf()
    const answered = answer !== null && (isSame || wasPaid(answer)) ? answer : null
    const now = new Date()
    const isNews = answered !== null && answered !== row.state && !wasPaid(row.state)
    // The answer remains when the statement that the state rests on is taken back.
    const outlasts =
      answered !== null && row.restsOn === 'statement' && !wasPaid(withoutStatement(row).state)
        ? { beforeStatement: { state: answered, restsOn: 'query' as const, stateAt: now.toISOString() } }
        : {}
    await tx
      .update(checkouts)
      .set({ checkedAt: now, ...(isNews ? { state: answered, restsOn: 'query', stateAt: now } : outlasts) })
      .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id)))
    if (isNews)
      await recordActivity(tx, context, {
        action: 'checkout.checked',
        subject: id,
        detail: { before: row.state, after: answered },
      })
  })
  await publishLiveEvent(context, { kind: 'checkout', id })
  return checkoutDetail(context, id)
}
