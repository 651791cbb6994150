/** A transaction in the gateway's replies and notifications (docs/gateway.md#transaction). */
import { z } from 'zod'
import { looseBoolean, looseCode, looseFields, looseNumber, looseText, looseTexts } from '../loose'

/** `credit_card` (response). `bin`: 6 digits; `bin_8`: 8, null for other brands; `issuer_country`: alpha-2. */
const card = looseFields({
  brand: looseText,
  product: looseText,
  last_4: looseText,
  first_1: looseText,
  bin: looseText,
  bin_8: looseText,
  issuer_country: looseText,
  issuer_name: looseText,
  stamp: looseText,
  token: looseText,
  holder: looseText,
  exp_month: looseNumber,
  exp_year: looseNumber,
  token_provider: looseText,
})

const customer = looseFields({
  ip: looseText,
  email: looseText,
  device_id: looseText,
  birth_date: looseText,
  external_id: looseText,
})

const billingAddress = looseFields({
  first_name: looseText,
  last_name: looseText,
  address: looseText,
  country: looseText,
  city: looseText,
  zip: looseText,
  state: looseText,
  phone: looseText,
})

/**
 * `vendor` links a transaction to the payment token it was paid with; its name is CTP (docs/gateway.md#transaction).
 */
const additionalData = looseFields({
  receipt_text: looseTexts,
  contract: looseTexts,
  product_id: looseText,
  vendor: looseFields({ name: looseText, token: looseText }),
})

/** The parent transaction of a refund, void, capture or chargeback, if more than its UID is known. */
const parentTransaction = looseFields({
  uid: looseText,
  tracking_id: looseText,
  amount: looseNumber,
  currency: looseText,
  customer,
})

/** Documented fields beyond the interface (docs/gateway.md#transaction). */
const addedFields = {
  expired_at: looseText,
  recurring_type: looseText,
  closed_at: looseText,
  settled_at: looseText,
  manually_corrected_at: looseText,
  receipt_url: looseText,
}

/**
 * The transaction in a reply or a notification: “its format is the same as the transaction response format”. Loose on
 * purpose, because what arrives is evidence and must be kept in any shape: only `uid` is required, unknown keys are
 * kept, and malformed values read as absent. `amount` is in minor units; times are ISO 8601.
 * - `paid_at`: null for a tokenization. `language`: default `en`.
 * - `payment_method_type`: the interface knows only `credit_card`. Expect unknown statuses and types.
 * - `three_d_secure_verification`: the interface does not show its content; its `status` is read if present.
 */
export const transaction = z.looseObject({
  uid: z.string().min(1),
  id: looseText,
  status: looseText,
  message: looseText,
  tracking_id: looseText,
  language: looseText,
  type: looseText,
  payment_method_type: looseText,
  amount: looseNumber,
  currency: looseText,
  description: looseText,
  test: looseBoolean,
  created_at: looseText,
  updated_at: looseText,
  paid_at: looseText,
  ...addedFields,
  parent_uid: looseText,
  parent_transaction: parentTransaction,
  redirect_url: looseText,
  status_code: looseCode,
  credit_card: card,
  three_d_secure_verification: looseFields({ status: looseText }),
  tokenization: looseFields({ message: looseText, status: looseText, gateway_id: looseNumber }),
  additional_data: additionalData,
  smart_routing_verification: looseFields({ status: looseText }),
  customer,
  billing_address: billingAddress,
})
export type Transaction = z.output<typeof transaction>

/** Returns the UID of the transaction that this one refers to, or null if it refers to none or to itself. */
export function parentUidOf({
  uid,
  parent_uid: named,
  parent_transaction: parent,
}: Transaction): string | null {
  const parentUid = named?.trim() || parent?.uid?.trim() || null
  return parentUid === uid ? null : parentUid
}

/** Reply of endpoint 1, and the body of a notification. */
export const transactionReply = z.looseObject({ transaction })

/** The object named after the type, such as `payment` (docs/gateway.md#delivery). */
const acquirerResult = z.looseObject({
  auth_code: looseText,
  bank_code: looseText,
  rrn: looseText,
  ref_id: looseText,
  message: looseText,
  amount: looseNumber,
  currency: looseText,
  billing_descriptor: looseText,
  gateway_id: looseNumber,
  status: looseText,
})
type AcquirerResult = z.output<typeof acquirerResult>

/** Returns the acquirer's result of a transaction, or null if there is none. The type may be any text. */
export function acquirerResultOf(given: Transaction): AcquirerResult | null {
  if (!given.type || !Object.hasOwn(given, given.type)) return null
  return acquirerResult.safeParse(given[given.type]).data ?? null
}
