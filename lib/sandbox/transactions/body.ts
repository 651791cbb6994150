import 'server-only'
import { randomBytes, randomInt } from 'node:crypto'
import { publicAddress } from '../shops/settings'
import type { End, ThreeDSecure } from './decide'
import type { BillingAddress, Order, Payer, PresentedCard } from './duplicates'

/** `credit_card.token` is null: `withToken` adds the token, which is stored separately and sealed. */
type TransactionBody = Record<string, unknown> & { credit_card: Record<string, unknown> }

type Made = {
  uid: string
  order: Order
  card: PresentedCard
  end: End
  createdAt: Date
  updatedAt: Date
}

/**
 * Builds a transaction in the response format (docs/gateway.md#transaction), without the card token. Inferred: the
 * content of three_d_secure_verification and avs_cvc_verification, which is undocumented; nulls in objects without
 * content; `friendly_message`; a null for the object named after the type while the transaction is incomplete.
 */
export function transactionBody({ uid, order, card, end, createdAt, updatedAt }: Made): TransactionBody {
  const { status, message, friendlyMessage } = end
  const isPaid = status === 'successful' && order.type !== 'tokenization'
  const page = publicAddress(`/payments/${uid}`)
  return {
    ...order.repeated,
    uid,
    id: uid,
    status,
    message,
    ...(friendlyMessage === undefined ? {} : { friendly_message: friendlyMessage }),
    type: order.type,
    payment_method_type: 'credit_card',
    amount: order.amount,
    currency: order.currency,
    description: order.description,
    tracking_id: order.trackingId,
    language: order.language,
    test: order.test,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    paid_at: isPaid ? updatedAt.toISOString() : null,
    expired_at: null,
    closed_at: null,
    settled_at: null,
    manually_corrected_at: null,
    recurring_type: null,
    status_code: null,
    redirect_url: status === 'incomplete' ? `${page}/challenge` : page,
    receipt_url: page,
    credit_card: { ...card.description, token: null },
    three_d_secure_verification: threeDSecureResults[end.threeDSecure],
    avs_cvc_verification: { cvc_verification: { result_code: card.cvc } },
    smart_routing_verification: { status: 'successful' },
    customer: customerOf(order.payer ?? {}),
    billing_address: addressOf(order.billingAddress ?? {}),
    additional_data: additionalData(order),
    [order.type]: typeResult(order, end),
  }
}

export const withToken = (body: Record<string, unknown>, token: string | null): Record<string, unknown> =>
  token === null ? body : { ...body, credit_card: { ...(body.credit_card as object), token } }

const threeDSecureResults: Record<ThreeDSecure, Record<string, string | null>> = {
  none: {
    status: null,
    message: '3-D Secure verification was not launched',
    ve_status: null,
    pa_status: null,
  },
  frictionless: {
    status: 'successful',
    message: 'Authenticated without a challenge',
    ve_status: 'Y',
    pa_status: 'Y',
  },
  challenge_open: {
    status: 'incomplete',
    message: 'Waiting for the challenge',
    ve_status: 'Y',
    pa_status: null,
  },
  challenge_passed: {
    status: 'successful',
    message: 'Authenticated by a challenge',
    ve_status: 'Y',
    pa_status: 'Y',
  },
  failed: { status: 'failed', message: 'Authentication failed', ve_status: 'Y', pa_status: 'N' },
}

/** The documented fields always appear, others only if known. */
function customerOf({ ip, email, device_id, birth_date, ...others }: Payer) {
  return {
    ip: ip ?? null,
    email: email ?? null,
    device_id: device_id ?? null,
    birth_date: birth_date ?? null,
    ...others,
  }
}

function addressOf(address: BillingAddress) {
  const names = ['first_name', 'last_name', 'address', 'country', 'city', 'zip', 'state', 'phone'] as const
  return Object.fromEntries(names.map((name) => [name, address[name] ?? null]))
}

function additionalData({ additionalData: others, receiptText, contract }: Order) {
  return {
    ...others,
    ...(receiptText.length > 0 ? { receipt_text: receiptText } : {}),
    ...(contract.length > 0 ? { contract } : {}),
  }
}

/** The sandbox has only one acquirer. */
const gatewayId = 1

/**
 * Returns the object named after the type: `tokenization` as documented, or the acquirer's response
 * (docs/gateway.md#delivery).
 */
function typeResult(order: Order, { status, message }: End) {
  if (status === 'incomplete') return null
  if (order.type === 'tokenization') return { message, status, gateway_id: gatewayId }
  const isApproved = status === 'successful'
  return {
    auth_code: isApproved ? String(randomInt(100_000, 1_000_000)) : null,
    bank_code: isApproved ? '00' : '05',
    rrn: String(randomInt(100_000_000_000, 281_474_976_710_655)).slice(0, 12),
    ref_id: randomBytes(6).toString('hex'),
    message,
    amount: order.amount,
    currency: order.currency,
    billing_descriptor: order.billingDescriptor,
    gateway_id: gatewayId,
    status,
  }
}
