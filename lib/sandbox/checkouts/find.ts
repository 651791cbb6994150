import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { checkouts, type CheckoutRow } from '../tables/checkouts'
import type { StoredCheckout } from './request'
import type { TransactionRow } from '../tables/transactions'

/** A payment token with what was asked for. */
export type Checkout = Omit<CheckoutRow, 'request'> & { request: StoredCheckout }

/** The payment token, of this shop where one is given; null for an unknown one and for what is none. */
export async function findCheckout(db: Database, token: string, shopId?: number): Promise<Checkout | null> {
  // What is no token may hold what no database does, such as NUL.
  if (!/^[0-9a-f]{64}$/.test(token)) return null
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.token, token), shopId === undefined ? undefined : eq(checkouts.shopId, shopId)))
  // `create.ts` alone writes it.
  return row ? { ...row, request: row.request as StoredCheckout } : null
}

/** What the card token of a payment token is sealed for. */
export const cardTokenContext = (shopId: number, token: string) => `sandbox:shop:${shopId}:checkout:${token}`

/** The card token to pay with, as the merchant sent it. */
export const cardTokenOf = (sealer: Sealer, { shopId, token, cardTokenSealed }: Checkout): string | null =>
  cardTokenSealed === null ? null : sealer.unseal(cardTokenSealed, cardTokenContext(shopId, token))

/**
 * A payment token as the gateway tells of it (docs/gateway.md#optional-queries), and the notification of
 * one that expired unpaid (docs/gateway.md#expired-payment-token). `paid` is the transaction of its last attempt. Inferred: that `status` is null before
 * the first attempt and `incomplete` while one is under way, and what is in `gateway_response`. The card token
 * that it was made with is not repeated.
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

/** Keyed by the type; what the acquirer said is part of it. */
function gatewayResponse({ type, status, body }: TransactionRow) {
  const { uid, updated_at, message, amount, currency, redirect_url, receipt_url, avs_cvc_verification } = body
  const { brand } = (body.credit_card ?? {}) as { brand?: unknown }
  const common = { uid, type, status, message, amount, currency, updated_at, redirect_url, receipt_url }
  const ofType = body[type] as Record<string, unknown> | null
  return { [type]: { ...common, avs_cvc_verification, ...ofType, method: { brand } } }
}
