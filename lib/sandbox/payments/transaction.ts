import 'server-only'
import { randomBytes, randomInt } from 'node:crypto'
import type { PayerFormOutput } from '../../gateway/card'
import type { CardDescription } from '../cards/describe'
import { publicAddress } from '../settings'
import type { Outcome } from '../cards/test-cards'
import type { ProductRow } from '../tables/products'

type Made = {
  uid: string
  product: ProductRow
  payer: Omit<PayerFormOutput, 'number' | 'verification_value'>
  card: CardDescription
  outcome: Outcome
  /** Code of the CVC check; the CVC itself does not come here. */
  cvc: string | null
  at: Date
}

/**
 * A product's payment in the transaction response format (interface: “Response fields”, “Events”).
 * Inferred: description = the product's name, `additional_data.product_id`, the texts of `message`, and what
 * is inside three_d_secure_verification and avs_cvc_verification, which the interface does not show.
 */
export function productTransaction({ uid, product, payer, card, outcome, cvc, at }: Made) {
  const status = outcome.success ? ('successful' as const) : ('failed' as const)
  const message = outcome.success ? 'Successfully processed' : 'Payment was declined'
  const time = at.toISOString()
  const page = publicAddress(`/payments/${uid}`)
  return {
    uid,
    id: uid,
    status,
    message,
    type: product.transactionType,
    payment_method_type: 'credit_card',
    amount: product.amount,
    currency: product.currency,
    description: product.name,
    tracking_id: null,
    language: product.language,
    test: product.test,
    created_at: time,
    updated_at: time,
    paid_at: outcome.success ? time : null,
    status_code: null,
    redirect_url: page,
    receipt_url: page,
    credit_card: card,
    three_d_secure_verification: threeDSecure(outcome),
    avs_cvc_verification: { cvc_verification: { result_code: cvc } },
    smart_routing_verification: { status: 'successful' },
    customer: {
      ip: null,
      email: payer.email ?? null,
      device_id: null,
      birth_date: payer.birth_date ?? null,
      ...(payer.taxpayer_id === undefined ? {} : { taxpayer_id: payer.taxpayer_id }),
    },
    billing_address: billingAddress(payer),
    additional_data: { product_id: product.id },
    [product.transactionType]: acquirerResult(product, status, message),
  }
}

function threeDSecure({ success, threeDSecure: check }: Outcome) {
  if (check === 'none') return null
  return success
    ? { status: 'successful', message: 'Authenticated without a challenge', ve_status: 'Y', pa_status: 'Y' }
    : { status: 'failed', message: 'Authentication failed', ve_status: 'Y', pa_status: 'N' }
}

function billingAddress(payer: Made['payer']) {
  const names = ['first_name', 'last_name', 'address', 'country', 'city', 'zip', 'state', 'phone'] as const
  return Object.fromEntries(names.map((name) => [name, payer[name] ?? null]))
}

/** The object named after the type (field notes: “Notifications”). */
function acquirerResult(product: ProductRow, status: string, message: string) {
  const approved = status === 'successful'
  return {
    auth_code: approved ? String(randomInt(100_000, 1_000_000)) : null,
    bank_code: approved ? '00' : '05',
    rrn: String(randomInt(100_000_000_000, 281_474_976_710_655)).slice(0, 12),
    ref_id: randomBytes(6).toString('hex'),
    message,
    amount: product.amount,
    currency: product.currency,
    billing_descriptor: null,
    gateway_id: 1,
    status,
  }
}
