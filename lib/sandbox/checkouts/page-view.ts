import 'server-only'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { hostCookie } from '../../core/host-cookie'
import type { Database } from '../../db/database'
import { engine } from '../../db/engine'
import { notFound } from '../http/refusal'
import { isOpenToVisitor, sandboxSettings } from '../shops/settings'
import { loadShop } from '../shops/shops'
import { transactions } from '../tables/payments'
import type { TransactionType } from '../transactions/duplicates'
import { returnAddress } from '../transactions/process'
import { autoPayAttempt, type Checkout, checkoutStateOf, type CheckoutState } from './find'
import { offeredCards, type OfferedCards } from './cards'
import { shownFields, type ShownField } from './create'
import { currentCheckout } from './expire'

/** The data of the hosted payment page (docs/gateway.md#checkouts). Contains no token but the payment token. */
export type CheckoutPage = OfferedCards & {
  token: string
  /** `finished`: paid, or attempts used up; see `status`. */
  state: CheckoutState
  /** Outcome of the last attempt; null before the first and during its challenge. */
  status: 'successful' | 'failed' | 'error' | null
  /** Whether the last attempt ended in an error, and not in a decline. */
  isError: boolean
  /** The last attempt. Its result page or open challenge is at /sandbox/payments/{uid}. */
  uid: string | null
  attemptsLeft: number
  type: TransactionType
  /** Minor units. */
  amount: number
  currency: string
  description: string
  test: boolean
  language: string
  /** Navigation stays inside the widget where possible. */
  iframe: boolean
  /** The sent text with an unreplaced {amount}. Null: the page's default. */
  buttonText: string | null
  /** In display order. */
  fields: ShownField[]
  holder: { value: string; isReadOnly: boolean }
  /** Address of the cancel link; null: no link. Nothing needs to be sent first. */
  cancelTo: string | null
  /**
   * Pays automatically if there was no attempt yet: post `{attempt, source: 'stored'}` by script and go to `next`. Uses
   * a script, because a robot that fetches the page must not pay. Null: the payer presses a button.
   */
  autoPay: { attempt: string } | null
}

/**
 * Returns the hosted page of a payment token, or null if unknown or not open to the visitor. `payerId` is the value of
 * the cookie `payerCookie`. Expires the token if its time is over.
 */
export async function checkoutPage(
  token: string,
  payerId: string | null = null,
): Promise<CheckoutPage | null> {
  if (!(await isOpenToVisitor())) return null
  const theEngine = engine.get()
  const row = await currentCheckout(theEngine, token)
  const shop = row && (await loadShop(theEngine.db, theEngine.sealer, row.shopId))
  if (!row || !shop) return null
  const { request } = row
  const { settings, order } = request
  const cards = await offeredCards(theEngine, shop, row, payerId)
  const state = checkoutStateOf(row)
  const isPaidAtOnce = settings.auto_pay && cards.storedCard !== null && row.uid === null
  return {
    token: row.token,
    state,
    status: row.status,
    isError: row.status === 'failed' && (await endedInError(theEngine.db, row)),
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
    autoPay: state === 'payable' && isPaidAtOnce ? { attempt: autoPayAttempt(row) } : null,
  }
}

async function endedInError(db: Database, { shopId, uid }: Checkout): Promise<boolean> {
  if (uid === null) return false
  const whereLast = and(eq(transactions.shopId, shopId), eq(transactions.uid, uid))
  const [last] = await db.select({ failure: transactions.failure }).from(transactions).where(whereLast)
  return last?.failure === 'error'
}

/**
 * Returns the address for a payer who cancels (docs/gateway.md#settings), with `token`, `status` and, after an attempt,
 * its `uid`. The status `incomplete` before the first outcome is inferred. The token stays payable.
 */
const cancelAddress = ({ token, status, uid, request }: Checkout) =>
  returnAddress(request.settings.cancel_url ?? null, {
    token,
    status: status ?? 'incomplete',
    ...(uid === null ? {} : { uid }),
  })

/**
 * Returns the name of the cookie with a random ID of the payer's browser. Set only when the payer asks the page to
 * remember a card.
 */
export const payerCookie = () => hostCookie('sandbox-payer', isSecure())

const isSecure = () => sandboxSettings.get().publicOrigin.startsWith('https:')

const maxAgeSeconds = 365 * 24 * 60 * 60

/** Returns the browser's ID from a `Cookie` header, or null. */
export function readPayerCookie(header: string | null): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const start = `${payerCookie()}=`
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
  return z.uuid().safeParse(value).data ?? null
}

/** Returns the `Set-Cookie` header with the browser's ID. HttpOnly. */
export const writePayerCookie = (payerId: string): string =>
  `${payerCookie()}=${payerId}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`

/**
 * Redirects other existing addresses of the hosted page (docs/gateway.md#values), with their whole query, for clients
 * that build the address themselves.
 */
export async function toHostedPage(request: Request): Promise<Response> {
  if (!(await isOpenToVisitor())) return notFound().answer()
  const { search } = new URL(request.url)
  return new Response(null, { status: 302, headers: { Location: `/sandbox/v2/checkout${search}` } })
}
