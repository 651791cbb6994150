import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { checkouts, type CheckoutRow, type TransactionRow } from '../tables/payments'
import type { StoredCheckout } from './request'
import { createHash } from 'node:crypto'

export type Checkout = Omit<CheckoutRow, 'request'> & { request: StoredCheckout }

/** Returns the payment token, limited to `shopId` if given. Null if unknown or malformed. */
export async function findCheckout(db: Database, token: string, shopId?: number): Promise<Checkout | null> {
  // A malformed token may contain what the database cannot store, such as NUL.
  if (!/^[0-9a-f]{64}$/.test(token)) return null
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.token, token), shopId === undefined ? undefined : eq(checkouts.shopId, shopId)))
  // Only `create.ts` writes the column.
  return row ? { ...row, request: row.request as StoredCheckout } : null
}

/** The sealing context for the card token of a payment token. */
export const cardTokenContext = (shopId: number, token: string) => `sandbox:shop:${shopId}:checkout:${token}`

/** Returns the merchant's card token to pay with. */
export const cardTokenOf = (sealer: Sealer, { shopId, token, cardTokenSealed }: Checkout): string | null =>
  cardTokenSealed === null ? null : sealer.unseal(cardTokenSealed, cardTokenContext(shopId, token))

/**
 * Returns a payment token in the gateway's format (docs/gateway.md#optional-queries), also the body of its expiry
 * notification (docs/gateway.md#expired-payment-token). `paid` is the transaction of its last attempt. Inferred:
 * `status` is null before the first attempt and `incomplete` during one, and the content of `gateway_response`. The
 * merchant's card token is not repeated.
 */
export function checkoutAnswer(row: Checkout, paid: TransactionRow | null) {
  const { request, expired, finished } = row
  const { order, settings, customer, payment_method: method } = request
  return {
    token: row.token,
    shop_id: row.shopId,
    transaction_type: request.transaction_type,
    gateway_response: expired || !paid ? null : gatewayResponse(paid),
    order: { ...nulls('tracking_id', 'expired_at'), ...order },
    settings: { ...emptySettings, ...settings },
    customer: { ...emptyCustomer, ...customer },
    finished: finished && !expired,
    expired,
    test: request.test,
    status: row.status ?? (row.uid === null ? null : 'incomplete'),
    message: row.message,
    payment_method: {
      ...nulls('types'),
      excluded_types: [],
      excluded_brands: [],
      ...method,
      ...(row.cardTokenSealed === null ? {} : { credit_card: { token: null } }),
    },
  }
}

const nulls = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>

const emptySettings = {
  ...nulls('return_url', 'success_url', 'decline_url', 'fail_url', 'cancel_url', 'notification_url'),
  ...nulls('verification_url', 'auto_return', 'button_text', 'button_next_text'),
  customer_fields: {},
  credit_card_fields: {},
}

const emptyCustomer = nulls(
  'email',
  'first_name',
  'last_name',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'birth_date',
  'taxpayer_id',
)

/** Keyed by the type, and includes the acquirer's response. */
function gatewayResponse({ type, status, body }: TransactionRow) {
  const { uid, updated_at, message, amount, currency, redirect_url, receipt_url, avs_cvc_verification } = body
  const { brand } = (body.credit_card ?? {}) as { brand?: unknown }
  const common = { uid, type, status, message, amount, currency, updated_at, redirect_url, receipt_url }
  const ofType = body[type] as Record<string, unknown> | null
  return { [type]: { ...common, avs_cvc_verification, ...ofType, method: { brand } } }
}

export type CheckoutState = 'payable' | 'finished' | 'expired'

/** Returns whether a token takes a payment now. A token paid or used up before it expired counts as finished. */
export function checkoutStateOf({
  finished,
  expired,
  expiresAt,
}: Pick<CheckoutRow, 'finished' | 'expired' | 'expiresAt'>): CheckoutState {
  if (expired) return 'expired'
  if (finished) return 'finished'
  return expiresAt <= new Date() ? 'expired' : 'payable'
}

/**
 * Returns the attempt ID of an automatic payment (docs/gateway.md#settings), a UUID of version 8. It is derived from
 * the payment token, so the page pays once however often and in however many windows it is opened.
 */
export function autoPayAttempt({ shopId, token }: Pick<CheckoutRow, 'shopId' | 'token'>): string {
  const hex = createHash('sha256').update(`auto_pay:${shopId}:${token}`).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
