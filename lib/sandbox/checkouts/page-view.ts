import 'server-only'
import { engine } from '../../db/engine'
import { sandboxSettings } from '../settings'
import { loadShop } from '../shops'
import type { TransactionType } from '../transactions/duplicates'
import { returnAddress } from '../transactions/process'
import { autoPayAttempt } from './auto-pay'
import { offeredCards, type OfferedCards } from './cards'
import { shownFields, type ShownField } from './create'
import { currentCheckout } from './expire'
import type { Checkout } from './find'
import { checkoutStateOf, type CheckoutState } from './payable'
import { z } from 'zod'
import { hostCookie } from '../../core/host-cookie'
import { notFound } from '../http/refusal'

/** All that the hosted payment page shows (docs/gateway.md#checkouts). Holds no token but the payment token itself. */
export type CheckoutPage = OfferedCards & {
  token: string
  /** `finished`: paid, or attempts used up; `status` says which. */
  state: CheckoutState
  /** How the last attempt ended; null before the first, and while its challenge is open. */
  status: 'successful' | 'failed' | 'error' | null
  /** Of the last attempt: its result page, or its open challenge, is at /sandbox/payments/{uid}. */
  uid: string | null
  attemptsLeft: number
  type: TransactionType
  /** Minor units. */
  amount: number
  currency: string
  description: string
  test: boolean
  language: string
  /** Transitions to other pages stay inside the widget where possible. */
  iframe: boolean
  /** As sent, {amount} not yet replaced; null: the page's own text. */
  buttonText: string | null
  /** In the order they are shown. */
  fields: ShownField[]
  holder: { value: string; isReadOnly: boolean }
  /** Where the payer goes who cancels; null: no such link. Nothing has to be sent first. */
  cancelTo: string | null
  /**
   * Pays at once, if nothing was tried before: post `{attempt, source: 'stored'}` by script (a robot that fetches the
   * page must not pay) and go to `next`. Null: the payer presses a button.
   */
  autoPay: { attempt: string } | null
}

/**
 * The hosted page of a payment token; null for an unknown one, or with the sandbox off. `payerId` is the content
 * of the cookie `payerCookie`. Notices a token that expired meanwhile.
 */
export async function checkoutPage(
  token: string,
  payerId: string | null = null,
): Promise<CheckoutPage | null> {
  if (!sandboxSettings.peek()) return null
  const theEngine = engine.get()
  const row = await currentCheckout(theEngine, token)
  const shop = row && (await loadShop(theEngine.db, theEngine.sealer, row.shopId))
  if (!row || !shop) return null
  const { request } = row
  const { settings, order } = request
  const cards = await offeredCards(theEngine, shop, row, payerId)
  const state = checkoutStateOf(row)
  const paysItself = settings.auto_pay && cards.storedCard !== null && row.uid === null
  return {
    token: row.token,
    state,
    status: row.status,
    uid: row.uid,
    attemptsLeft: Math.max(0, row.attempts - row.attemptsUsed),
    type: request.transaction_type,
    amount: order.amount,
    currency: order.currency,
    description: order.description,
    test: request.test,
    language: settings.language,
    iframe: request.iframe,
    buttonText: settings.button_text || null,
    fields: shownFields(request),
    holder: {
      value: settings.credit_card_fields?.holder ?? '',
      isReadOnly: settings.credit_card_fields?.read_only?.includes('holder') ?? false,
    },
    ...cards,
    cancelTo: cancelAddress(row),
    autoPay: state === 'payable' && paysItself ? { attempt: autoPayAttempt(row) } : null,
  }
}

/**
 * Where a payer goes who cancels (docs/gateway.md#settings). Appended are `token`, `status` and, after an attempt,
 * its `uid`; that the status is `incomplete` before any attempt ended is inferred. The token stays payable.
 */
const cancelAddress = ({ token, status, uid, request }: Checkout) =>
  returnAddress(request.settings.cancel_url ?? null, {
    token,
    status: status ?? 'incomplete',
    ...(uid === null ? {} : { uid }),
  })

/** Names a payer's browser, once the payer asked the page to remember a card there. Random, and nothing else. */
export const payerCookie = () => hostCookie('sandbox-payer', isSecure())

const isSecure = () => sandboxSettings.get().publicOrigin.startsWith('https:')

const maxAgeSeconds = 365 * 24 * 60 * 60

/** The browser's name in a `Cookie` header; null where it has none. */
export function readPayerCookie(header: string | null): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const start = `${payerCookie()}=`
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
  return z.uuid().safeParse(value).data ?? null
}

/** The `Set-Cookie` header that gives a browser its name. No script sees it. */
export const writePayerCookie = (payerId: string): string =>
  `${payerCookie()}=${payerId}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`

/**
 * Other addresses of the hosted page that exist (docs/gateway.md#values): clients that build one themselves get to
 * the page, with their whole query.
 */
export async function toHostedPage(request: Request): Promise<Response> {
  if (!sandboxSettings.peek()) return notFound().answer()
  const { search } = new URL(request.url)
  return new Response(null, { status: 302, headers: { Location: `/sandbox/v2/checkout${search}` } })
}
