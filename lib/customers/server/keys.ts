import 'server-only'
import type { LocalContact, MatchReason } from '../schema'
import type { Transaction } from '../../gateway/transaction'
import { digitsOf, duplicateDigits } from '../../core/server/search/phone'

/**
 * Keys by which payments are found to be a customer's, and duplicates to be possible: an array column with an index,
 * of customers and of notifications. Both sides make them here.
 */
type KeyKind = Exclude<MatchReason, 'payment_token' | 'parent' | 'hand'> | 'phone'

/** An index holds no longer one; what is longer is no e-mail address, nor an ID of any shop's. */
const longest = 320

const key = (kind: KeyKind, text: string | null | undefined): string[] => {
  const clean = (text ?? '').replace(/[\0\p{Surrogate}]/gu, '').trim()
  return clean === '' || clean.length > longest ? [] : [`${kind}:${clean}`]
}

export const emailKey = (email: string | null | undefined) => key('email', email?.toLowerCase())
/** The end of the number: who has the same key may have the same number (phone.ts). */
const phoneKey = (phone: string | null | undefined) => key('phone', digitsOf(phone).slice(-duplicateDigits))
/** A tracking ID may be the customer's ID in the merchant's system. */
export const externalIdKey = (id: string | null | undefined) => key('external_id', id)
const trackingKey = (id: string | null | undefined) => key('tracking_id', id)

type Named = { email?: string | null; phone?: string | null; externalId?: string | null }

/** Of a customer as the gateway has it, and as it was corrected here. */
export const customerKeys = (customer: Named, contact?: LocalContact | null): string[] => [
  ...new Set([
    ...emailKey(customer.email),
    ...externalIdKey(customer.externalId),
    ...trackingKey(customer.externalId),
    ...phoneKey(customer.phone),
    ...emailKey(contact?.email),
    ...phoneKey(contact?.phone),
  ]),
]

/** Those of them by which somebody may be the same person. */
export const duplicateKeys = (customer: Named): string[] => [
  ...emailKey(customer.email),
  ...externalIdKey(customer.externalId),
  ...phoneKey(customer.phone),
]

/** Several tracking IDs may stand in one, separated by semicolons (docs/gateway.md#transaction). */
const mostTrackingIds = 10

/** The same of a checkout that nobody paid; what is said of the payer is read loosely. */
export function checkoutKeys(customer: unknown, trackingId: string | null | undefined): string[] {
  const { email, external_id: id } = (customer ?? {}) as Record<string, unknown>
  return [
    ...(typeof email === 'string' ? emailKey(email) : []),
    ...(typeof id === 'string' ? externalIdKey(id) : []),
    ...trackingKey(trackingId),
  ]
}

/** Of what a notification names its payer by, be that within what it says of the transaction that it refers to. */
export function transactionKeys(transaction: Transaction): string[] {
  const { customer, billing_address, parent_transaction: parent } = transaction
  const given = [
    customer?.external_id,
    billing_address?.external_id,
    transaction.external_id,
    parent?.customer?.external_id,
  ]
  const externalIds = given.filter((id) => typeof id === 'string')
  const trackingIds = [transaction.tracking_id, parent?.tracking_id].flatMap((ids) =>
    (ids ?? '').split(';').slice(0, mostTrackingIds),
  )
  return [
    ...new Set([
      ...emailKey(customer?.email),
      ...emailKey(parent?.customer?.email),
      ...externalIds.flatMap(externalIdKey),
      ...trackingIds.flatMap(trackingKey),
    ]),
  ]
}
