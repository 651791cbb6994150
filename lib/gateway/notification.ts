/** What the gateway posts to a notification address (interface: “Events”; field notes: “Notifications”). */
import { z } from 'zod'
import { safeDigits } from './values'

const text = z.string().nullish().catch(null)
const number = z.union([z.int(), safeDigits]).nullish().catch(null)
const flag = z.boolean().nullish().catch(null)

/**
 * The transaction inside a notification: “its format is the same as the transaction response format”.
 * Loose on purpose: a notification is evidence and is kept whatever its shape; these are only the fields
 * that lists and links need. `amount` is in minor units; times are ISO 8601.
 */
export const transaction = z.looseObject({
  uid: z.string().min(1),
  status: text,
  type: text,
  message: text,
  amount: number,
  currency: text,
  description: text,
  tracking_id: text,
  test: flag,
  created_at: text,
  updated_at: text,
  paid_at: text,
  payment_method_type: text,
  credit_card: z.looseObject({ brand: text, last_4: text, issuer_country: text }).nullish().catch(null),
  customer: z.looseObject({ email: text, ip: text }).nullish().catch(null),
  billing_address: z.looseObject({ first_name: text, last_name: text }).nullish().catch(null),
  three_d_secure_verification: z.looseObject({ status: text }).nullish().catch(null),
  additional_data: z
    .looseObject({
      product_id: text,
      vendor: z.looseObject({ name: text, token: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
export type Transaction = z.output<typeof transaction>

/** A payment token that expired unpaid: the bare checkout object, not wrapped (field notes). */
export const expiredCheckout = z.looseObject({
  token: text,
  expired: z.literal(true),
  status: text,
  message: text,
  test: flag,
  order: z
    .looseObject({ amount: number, currency: text, description: text, tracking_id: text })
    .nullish()
    .catch(null),
})
export type ExpiredCheckout = z.output<typeof expiredCheckout>

export type NotificationContent =
  | { kind: 'transaction'; transaction: Transaction; json: unknown }
  | { kind: 'expired_checkout'; checkout: ExpiredCheckout; json: unknown }
  | { kind: 'unknown'; json: unknown }
  | { kind: 'unreadable'; reason: 'not_utf8' | 'not_json' }

/**
 * Reads a notification's raw body; `json` is all of it. Never throws: what cannot be read is `unreadable`, and
 * still recorded.
 */
export function readNotification(body: Uint8Array): NotificationContent {
  let source: string
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return { kind: 'unreadable', reason: 'not_utf8' }
  }
  let json: unknown
  try {
    json = JSON.parse(source)
  } catch {
    return { kind: 'unreadable', reason: 'not_json' }
  }
  const wrapped = z.looseObject({ transaction }).safeParse(json)
  if (wrapped.success) return { kind: 'transaction', transaction: wrapped.data.transaction, json }
  const expired = expiredCheckout.safeParse(json)
  if (expired.success) return { kind: 'expired_checkout', checkout: expired.data, json }
  return { kind: 'unknown', json }
}
