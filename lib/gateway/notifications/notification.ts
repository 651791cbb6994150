/** The bodies that the gateway posts to a notification address (docs/gateway.md#notifications). */
import { z } from 'zod'
import { checkoutState } from '../checkouts/checkout'
import { transactionReply, type Transaction } from './transaction'
import { objectIn, sentReading, type Reading } from '../reading'
import { filledText, integer, text } from '../values/schemas'

/** A payment token that expired unpaid: a bare checkout object, not wrapped (docs/gateway.md#expired-payment-token). */
const expiredCheckout = checkoutState.extend({ expired: z.literal(true) })
type ExpiredCheckout = z.output<typeof expiredCheckout>

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

/**
 * Returns the transaction that a verification request asks about. Also reads one that is not wrapped: clients exist that read
 * it so, and some provider's gateway may send it.
 */
export function askedTransaction(content: NotificationContent): Transaction | undefined {
  if (content.kind === 'transaction') return content.transaction
  if (content.kind !== 'unknown') return undefined
  return transactionReply.safeParse({ transaction: content.json }).data?.transaction
}

/**
 * The shop's answer to a verification request, sent with status 200, read as `reading` says. The request has the format
 * of a notification (docs/gateway.md#verification-requests).
 * - `code`: 0 lets the payment continue, anything else declines it.
 * - `uid`, `amount`: of the transaction in question, `amount` in minor units.
 * - `message`: for the merchant; `friendly_message`: for the customer; `created_at`: ISO 8601.
 */
export const verificationAnswerIn = (reading: Reading) =>
  objectIn(reading, {
    code: integer,
    uid: filledText(),
    amount: integer,
    message: text().optional(),
    friendly_message: text().optional(),
    created_at: text().optional(),
  })

export const verificationAnswer = verificationAnswerIn(sentReading)
