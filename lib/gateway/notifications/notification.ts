/** The bodies that the gateway posts to a notification address (docs/gateway.md#notifications). */
import { z } from 'zod'
import { checkoutState } from '../checkouts/checkout'
import { transactionReply, type Transaction } from './transaction'

/** A payment token that expired unpaid: a bare checkout object, not wrapped (docs/gateway.md#expired-payment-token). */
export const expiredCheckout = checkoutState.extend({ expired: z.literal(true) })
export type ExpiredCheckout = z.output<typeof expiredCheckout>

export type NotificationContent =
  | { kind: 'transaction'; transaction: Transaction; json: unknown }
  | { kind: 'expired_checkout'; checkout: ExpiredCheckout; json: unknown }
  | { kind: 'unknown'; json: unknown }
  | { kind: 'unreadable'; reason: 'not_utf8' | 'not_json' }

/**
 * Reads a notification's raw body; `json` is the whole body. Never throws, because an `unreadable` body is recorded,
 * too.
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
  const wrapped = transactionReply.safeParse(json)
  if (wrapped.success) return { kind: 'transaction', transaction: wrapped.data.transaction, json }
  const expired = expiredCheckout.safeParse(json)
  if (expired.success) return { kind: 'expired_checkout', checkout: expired.data, json }
  return { kind: 'unknown', json }
}
