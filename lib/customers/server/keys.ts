import 'server-only'
import type { LocalContact, MatchReason } from '../schema'
import type { Transaction } from '../../gateway/notifications/transaction'
import { digitsOf, duplicateDigits } from '../../core/phone'

/**
 * Keys for matching payments to customers and for finding duplicates. Customers and notifications each have them in an
 * indexed array column; this file makes both.
 */
type KeyKind = Exclude<MatchReason, 'payment_token' | 'parent' | 'hand'> | 'phone'

/** Maximum characters of a key's text that fit into the index. Longer texts are not e-mail addresses or IDs. */
const maxLength = 320

const key = (kind: KeyKind, text: string | null | undefined): string[] => {
  const clean = (text ?? '').replace(/[\0\p{Surrogate}]/gu, '').trim()
  return clean === '' || clean.length > maxLength ? [] : [`${kind}:${clean}`]
}

export const emailKey = (email: string | null | undefined) => key('email', email?.toLowerCase())
/** Uses the last digits only: customers with the same key may have the same number (phone.ts). */
const phoneKey = (phone: string | null | undefined) => key('phone', digitsOf(phone).slice(-duplicateDigits))
/** A customer's ID also becomes a `tracking_id` key, because merchants may send it as the tracking ID. */
export const externalIdKey = (id: string | null | undefined) => key('external_id', id)
const trackingKey = (id: string | null | undefined) => key('tracking_id', id)

type Named = { email?: string | null; phone?: string | null; externalId?: string | null }

/** Returns the keys of a customer, from the gateway's data and local corrections. */
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

export const duplicateKeys = (customer: Named): string[] => [
  ...emailKey(customer.email),
  ...externalIdKey(customer.externalId),
  ...phoneKey(customer.phone),
]

/** How many IDs are read from a tracking ID, which may contain several, separated by semicolons (docs/gateway.md). */
const maxTrackingIds = 10

/** Returns the keys of an unpaid checkout, whose customer data is not validated. */
export function checkoutKeys(customer: unknown, trackingId: string | null | undefined): string[] {
  const { email, external_id: id } = (customer ?? {}) as Record<string, unknown>
  return [
    ...(typeof email === 'string' ? emailKey(email) : []),
    ...(typeof id === 'string' ? externalIdKey(id) : []),
    ...trackingKey(trackingId),
  ]
}

/** Returns the keys of a notification, including those of its parent transaction. */
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
    (ids ?? '').split(';').slice(0, maxTrackingIds),
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

/** Limits for a body of an unknown shape: nesting levels and keys that are read. A payment has fewer. */
const most = { levels: 16, keys: 20 }

/** Returns the keys of all people in a body of an unknown shape. An external ID counts only inside a `customer`. */
export function keysWithin(json: unknown): string[] {
  const found = new Set<string>()
  const collect = (value: unknown, path: string, levels: number): void => {
    if (levels === 0 || found.size >= most.keys) return
    if (typeof value === 'string') {
      const keys = path.endsWith('.email') ? emailKey(value) : path.endsWith('.customer.external_id') ? externalIdKey(value) : [] // prettier-ignore
      for (const one of keys) found.add(one)
    } else if (Array.isArray(value)) for (const inner of value) collect(inner, path, levels - 1)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) collect(inner, `${path}.${name}`, levels - 1)
  }
  collect(json, '', most.levels)
  return [...found]
}
