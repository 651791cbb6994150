import 'server-only'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { CheckoutDetail, CheckoutSettle } from '../schema'
import type { Database } from '../../db/database'
import { isStorable, webAddress } from '../../gateway/values'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import { config } from '../../core/server/config'
import type { ActorContext } from '../../core/server/context'
import { holdMatching } from '../../customers/server/link'
import { AppError } from '../../core/server/errors'
import { tellBrowsers } from '../../core/server/live'
import { holdLedger } from '../../payments/server/ledger'
import { checkouts } from './tables'
import { checkoutDetail, loadCheckout } from './read'
import { linkEarlier } from './earlier'
import { holdToken } from './link'
import { checkoutSearchText } from './list'
import { wasPaid, type CheckoutState } from '../state'
import type { CheckoutState as AtGateway } from '../../gateway/checkout'
import { readCheckoutAtGateway } from '../../gateway/client/checkouts'

/**
 * Takes a person's word on a checkout whose creation was not answered: it exists, with the payment page's address where
 * they found it (the payment token is in its query: docs/gateway.md#checkout-response), or it does not, and is taken away.
 * What it was before then is the answer.
 * @throws AppError `conflict` where it is not unconfirmed (any more); `invalid` where that is no address of the
 *   gateway's, or another checkout's.
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
    // In the order in which a notification asks for them (lib/notifications/server/work-out.ts).
    await holdMatching(tx, shop.id)
    await holdLedger(tx, shop.id)
    if (token !== null) await holdToken(tx, shop.id, token)
    const row = await loadCheckout(tx, shop.id, id, { locks: true })
    const isUnderWay = row.state === 'creating' && Date.now() - row.createdAt.valueOf() < underWayMs
    if (isUnderWay) throw new AppError('in_progress')
    if (row.state !== 'creating' && row.state !== 'unconfirmed') throw new AppError('conflict')
    const mine = and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id))
    await recordActivity(tx, context, {
      action: exists ? 'checkout.confirmed' : 'checkout.discarded',
      subject: id,
      detail: { amount: row.amount, currency: row.currency },
    })
    if (!exists) return tx.delete(checkouts).where(mine)
    if (token !== null && (await isTaken(tx, shop.id, token))) throw refused('addressTaken')
    await tx
      .update(checkouts)
      .set({
        state: 'open',
        stateAt: new Date(),
        token,
        redirectUrl: address,
        search: checkoutSearchText({ ...row, token }),
      })
      .where(mine)
    if (token !== null) await linkEarlier(tx, context, { checkoutId: id, token })
  })
  await tellBrowsers(context, { kind: 'checkout', id })
  return exists ? checkoutDetail(context, id) : before
}

/** A call to the gateway ends within this, one way or the other. */
const underWayMs = 60_000

const refused = (key: 'addressElsewhere' | 'addressTaken') =>
  new AppError('invalid', { errors: { redirect_url: [getTranslator('checkouts')(`refused.${key}`)] } })

const tokenIn = (address: string): string | null => {
  const token = new URL(address).searchParams.get('token') ?? ''
  return token === '' || token.length > 255 || !isStorable(token) ? null : token
}

/**
 * A link that is handed on must lead to the gateway: to where its checkouts are made, or where it sent payers before.
 * The sandbox's pages are at this application's own address. @throws AppError `invalid`
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

async function isTaken(tx: Database, shopId: string, token: string): Promise<boolean> {
  const isIt = and(eq(checkouts.shopId, shopId), eq(checkouts.token, token))
  return (await tx.select({ id: checkouts.id }).from(checkouts).where(isIt)).length > 0
}

/** What the optional query's answer says became of it; null where it says nothing of that. */
export function stateAtGateway({ finished, expired, status }: AtGateway): CheckoutState | null {
  if (status === 'successful' || status === 'completed') return 'paid'
  if (expired === true) return 'expired'
  if (status === 'canceled' || status === 'cancelled') return 'cancelled'
  if (status === 'failed') return 'declined'
  if (status === 'pending' || status === 'processing' || status === 'incomplete') return 'pending'
  return finished === false ? 'open' : null
}

/**
 * Asks the gateway what became of a payment token: the optional query, outside the interface
 * (docs/gateway.md#optional-queries), where an owner said that this gateway knows it. That a payment was made is never taken back by it.
 * @throws AppError `forbidden` where it may not be asked; `not_found`; GatewayError.
 */
export async function checkCheckout(context: ActorContext, id: string): Promise<CheckoutDetail> {
  const { engine, shop } = context
  const { token } = await loadCheckout(engine.db, shop.id, id)
  if (!shop.checkoutQuery || token === null) throw new AppError('forbidden')
  const said = stateAtGateway(await readCheckoutAtGateway(context, token))
  await engine.db.transaction(async (tx) => {
    const row = await loadCheckout(tx, shop.id, id, { locks: true })
    const now = new Date()
    const isNews = said !== null && said !== row.state && !wasPaid(row.state)
    await tx
      .update(checkouts)
      .set({ checkedAt: now, ...(isNews ? { state: said, restsOn: 'query', stateAt: now } : {}) })
      .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id)))
    if (isNews)
      await recordActivity(tx, context, {
        action: 'checkout.checked',
        subject: id,
        detail: { before: row.state, after: said },
      })
  })
  await tellBrowsers(context, { kind: 'checkout', id })
  return checkoutDetail(context, id)
}
