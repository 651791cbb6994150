import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { findCandidates } from '../../../checkouts/server/link'
import type { Shop, ShopContext } from '../../../core/server/context'
import { reachOf } from '../../../core/server/sending/outgoing'
import { cutText } from '../../../core/server/search/contacts-in-text'
import { evidenceKeys, loadShopByHookKey } from '../../../core/server/shop/load'
import { signedHeaders } from '../../../core/server/sending/webhook-signature'
import type { Database } from '../../../db/database'
import { engine as theEngine, type Engine } from '../../../db/engine'
import { guardedRequest } from '../../../db/outgoing/guarded-request'
import { singleton } from '../../../db/singleton'
import { askedTransaction, readNotification } from '../../../gateway/notifications/notification'
import type { Transaction } from '../../../gateway/notifications/transaction'
import { loadAsked } from '../../../payments/server/asked'
import { differenceOf } from '../../../payments/server/ledger/compare'
import type { VerificationAnswer } from '../../schema'
import { judgeOf, type Judge } from './authenticity'
import { describeNotification } from '../interpreting/describe'
import { maskCards } from '../../../core/server/search/card-numbers'
import type { Received } from './store'

export type Answered = Omit<VerificationAnswer, 'answered_in_ms'> & {
  uid?: string
  amount?: number
}

type Judgement = Pick<VerificationAnswer, 'code' | 'reason' | 'message' | 'endpoint_status'>

const accept = (reason: VerificationAnswer['reason']): Judgement => ({
  code: 0,
  reason,
  message: null,
  endpoint_status: null,
})
const decline = (reason: VerificationAnswer['reason'], message: string): Judgement => ({
  ...accept(reason),
  code: 1,
  message,
})

/**
 * Returns whether a verification request could be declined. A shop that accepts every payment gains nothing from being
 * asked.
 */
export const judgesPayments = ({
  verificationPolicy,
  verificationEndpoint,
}: Pick<Shop, 'verificationPolicy' | 'verificationEndpoint'>): boolean =>
  verificationPolicy !== 'accept_all' || verificationEndpoint !== null

/**
 * Answers a verification request (lib/notifications/settings.ts). By default, accepts every payment. The policy `known`
 * needs evidence, and the amount and currency of the checkout with its payment token or tracking ID, or else of any
 * checkout or product. Then the merchant's own endpoint, if any, decides. Declines a request without a transaction,
 * which the answer must name.
 */
export async function answerVerification(
  context: ShopContext,
  request: Omit<Received, 'answer'>,
): Promise<Answered> {
  const transaction = askedTransaction(readNotification(request.body))
  if (!transaction?.uid) return decline('unreadable', 'The request names no transaction')
  const { uid, amount } = transaction
  // A card check may have no amount.
  const echoed = { uid, ...(Number.isSafeInteger(amount) ? { amount: amount ?? undefined } : {}) }
  const judged = await judgeByPolicy(context, request, transaction)
  const { verificationEndpoint: endpoint } = context.shop
  if (judged.code !== 0 || endpoint === null) return { ...judged, ...echoed }
  // An archived shop's endpoint is not called, which counts as no answer.
  if (context.shop.archivedAt)
    return { ...failed(null, context.shop.verificationAcceptsOnFailure), ...echoed }
  return { ...(await askEndpoint(context, endpoint, request)), ...echoed }
}

async function judgeByPolicy(
  context: ShopContext,
  { authenticity }: Pick<Received, 'authenticity'>,
  transaction: Transaction,
): Promise<Judgement> {
  const { engine, shop } = context
  if (shop.verificationPolicy === 'accept_all') return accept('accept_all')
  if (authenticity === 'unverified') return decline('unverified', 'The request could not be verified')
  const { amount, currency } = transaction
  const unknown = decline('unknown_amount', 'No checkout or product has this amount and currency')
  if (amount == null || !currency || currency.includes('\0')) return unknown
  const columns = describeNotification({ kind: 'transaction', transaction, json: null })
  const price = { shopId: shop.id, amount, currency }
  return engine.db.transaction(async (tx) => {
    const { checkoutId } = (await findCandidates(tx, shop.id, [columns])).find(columns)
    if (checkoutId !== null) {
      const { checkouts } = await loadAsked(tx, shop.id, { checkoutIds: [checkoutId], productIds: [] })
      const asked = checkouts.get(checkoutId)
      return asked && differenceOf(asked, { amount, currency }) === null ? accept('known_checkout') : unknown
    }
    if (await has(tx, checkoutOf(price))) return accept('known_checkout')
    return (await has(tx, productOf(price))) ? accept('known_product') : unknown
  })
}

async function has(tx: Database, row: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`SELECT EXISTS (${row}) AS "is"`)
  return rows[0]?.is ?? false
}

type Price = { shopId: string; amount: number; currency: string }

/** These match the price indexes (lib/checkouts/server/tables.ts, lib/products/server/tables.ts). */
const checkoutOf = ({ shopId, amount, currency }: Price): SQL => sql`SELECT 1 FROM checkouts
  WHERE shop_id = ${shopId} AND (currency || lpad(amount::text, 19, '0') COLLATE "C") = ${priceKey(currency, amount)}`

const productOf = ({ shopId, amount, currency }: Price): SQL => sql`SELECT 1 FROM products
  WHERE shop_id = ${shopId} AND archived_at IS NULL AND vanished_at IS NULL
    AND (left(coalesce(currency, ''), 10) || lpad((coalesce(amount, -1) + 1)::text, 19, '0') COLLATE "C")
      = ${priceKey(currency, amount + 1)}`

const priceKey = (currency: string, amount: number): string =>
  `${currency.slice(0, 10)}${String(amount).padStart(19, '0')}`

/**
 * Limit for the endpoint's whole answer, because the customer waits, and so does the gateway. The sandbox waits 10 s.
 */
const timeLimitMs = 4_000
/** In characters. */
const maxText = 200

const endpointAnswer = z.looseObject({ code: z.int().optional(), message: z.string().nullish() })

/**
 * Asks the merchant's own endpoint. Sends the stored body, without cards, signed as Standard Webhooks. A 2xx with a
 * JSON `code` of 0, or without one, accepts; any other `code`, or a 4xx, declines. A late or unreadable reply is a
 * failure, for which the shop's setting decides.
 */
async function askEndpoint(
  context: ShopContext,
  url: string,
  { body, fingerprint }: Pick<Received, 'body' | 'fingerprint'>,
): Promise<Omit<VerificationAnswer, 'answered_in_ms'>> {
  const { shop, log } = context
  try {
    const send = guardedRequest({
      ...(await reachOf(context.engine, shop)),
      timeLimitMs,
      maxReplyBytes: 64 * 1024,
    })
    const id = `vrf_${fingerprint.toString('hex').slice(0, 32)}`
    const reply = await send(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signedHeaders(secretsOf(context), { id, body }) },
      body,
    })
    const { statusCode: status } = reply
    if (status >= 200 && status < 300)
      return judge(status, await reply.body.text(), shop.verificationAcceptsOnFailure)
    // The status alone decides. The body is not read.
    reply.body.on('error', () => undefined).destroy()
    return status >= 400 && status < 500 && !unasked.has(status)
      ? declined(status, null)
      : failed(status, shop.verificationAcceptsOnFailure)
  } catch (error) {
    log.warn({ err: error, shop: shop.id }, 'the verification endpoint did not answer')
    return failed(null, shop.verificationAcceptsOnFailure)
  }
}

/** The sealing context of the endpoint's secret. */
export const endpointSecretContext = (shopId: string): string => `shop:${shopId}:verification_secret`

function secretsOf({ engine, shop }: ShopContext): string[] {
  const sealed = shop.verificationSecretSealed
  return sealed === null ? [] : [engine.sealer.unseal(sealed, endpointSecretContext(shop.id))]
}

/** Statuses that a proxy also returns when the endpoint did not answer: time-out and too many requests. */
const unasked = new Set([408, 429])

function judge(status: number, text: string, isAcceptedOnFailure: boolean) {
  const read = endpointAnswer.safeParse(jsonOf(text))
  if (text.trim() !== '' && !read.success) return failed(status, isAcceptedOnFailure)
  const { code = 0, message = null } = read.data ?? {}
  if (code !== 0) return declined(status, message)
  return { code: 0, reason: 'endpoint_accepted' as const, message: null, endpoint_status: status }
}

const declined = (status: number, message: string | null) => ({
  code: 1,
  reason: 'endpoint_declined' as const,
  // Drops characters that the database cannot store.
  message: cutText(
    maskCards((message ?? 'The shop declined the payment').replace(/[\0\p{Surrogate}]/gu, '')),
    maxText,
  ).toWellFormed(),
  endpoint_status: status,
})

const failed = (status: number | null, isAcceptedOnFailure: boolean) => ({
  code: isAcceptedOnFailure ? 0 : 1,
  reason: 'endpoint_failed' as const,
  message: isAcceptedOnFailure ? null : 'The shop could not be asked',
  endpoint_status: status,
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Known = { shop: Shop; judge: Judge }

/** How long a shop and its secrets are cached, in ms. Under load there is one query, not thousands. */
const cachedForMs = 5_000

type Kept = { known: Promise<Known | null>; loaded?: Known; until: number }
type Cached = { engine: Engine; shops: Map<string, Kept> }
const cache = singleton<Cached>('notification-shops')

/** Returns the shop of a hook key, or null. Up to `cachedForMs` old. Synchronous if the shop is cached. */
export function shopOf(hookKey: string): Known | Promise<Known | null> {
  const { shops } = currentCache()
  const cached = shops.get(hookKey)
  if (cached && cached.until > performance.now()) return cached.loaded ?? cached.known
  if (hookKey.length > 100 || hookKey.includes('\0')) return Promise.resolve(null)
  const kept: Kept = { known: load(hookKey), until: performance.now() + cachedForMs }
  shops.set(hookKey, kept)
  // Unknown keys are not cached, because an attacker can try any number.
  const keepOrForget = (known: Known | null) => {
    if (known) kept.loaded = known
    else if (shops.get(hookKey) === kept) shops.delete(hookKey)
  }
  kept.known.then(keepOrForget, () => keepOrForget(null))
  return kept.known
}

async function load(hookKey: string): Promise<Known | null> {
  const engine = theEngine.get()
  const shop = await loadShopByHookKey(engine.db, hookKey)
  return shop && { shop, judge: judgeOf({ ...shop, secretKeys: await evidenceKeys({ engine, shop }) }) }
}

/** Clears the cache after a change of a shop: takes effect at once in this process, within seconds in others. */
export function forgetKnownShops(): void {
  currentCache().shops.clear()
}

function currentCache(): Cached {
  const current = theEngine.get()
  if (cache.peek()?.engine !== current) cache.set({ engine: current, shops: new Map() })
  return cache.get()
}
