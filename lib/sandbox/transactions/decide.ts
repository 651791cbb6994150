import 'server-only'
import type { Shop } from '../shops/shops'
import type { Order, PresentedCard, TransactionStatus } from './duplicates'

/** A transaction's state in the API's terms. `friendlyMessage` is for the payer. */
export type End = {
  status: TransactionStatus
  message: string
  friendlyMessage?: string
  /** Set if it failed: a decline sends the payer to decline_url, an error to fail_url (docs/gateway.md#settings). */
  failure?: 'decline' | 'error'
  threeDSecure: ThreeDSecure
}

/** Outcome of 3-D Secure. `none`: it did not start. */
export type ThreeDSecure = 'none' | 'frictionless' | 'challenge_open' | 'challenge_passed' | 'failed'

/**
 * Whether 3-D Secure starts. For API requests: if the shop has it on and the request does not skip it, or if the
 * request forces it (docs/gateway.md#tokenization-request: force wins). Payer pages have no such settings: a test card
 * does what the table of test cards says, regardless of the shop's switch (inferred).
 */
function isSecured(
  shop: Pick<Shop, 'threeDSecure'>,
  { source, threeDSecure: { skip, force } }: Order,
): boolean {
  if (force) return true
  return !skip && (source.kind !== 'tokenization' || shop.threeDSecure)
}

/** Decides the outcome before any challenge is answered. The message texts are inferred. */
export function decide(shop: Pick<Shop, 'threeDSecure'>, order: Order, { outcome }: PresentedCard): End {
  const check = isSecured(shop, order) ? outcome.threeDSecure : 'none'
  if (check === 'challenge')
    return {
      status: 'incomplete',
      message: 'Waiting for 3-D Secure verification',
      threeDSecure: 'challenge_open',
    }
  if (!outcome.success) return declined(order, check === 'none' ? 'none' : 'failed')
  return { status: 'successful', message: 'Successfully processed', threeDSecure: check }
}

/** Decides the outcome after the challenge. */
export function decideChallenge(order: Order, { outcome }: PresentedCard, isPassed: boolean): End {
  if (!isPassed || !outcome.success) return declined(order, isPassed ? 'challenge_passed' : 'failed')
  return { status: 'successful', message: 'Successfully processed', threeDSecure: 'challenge_passed' }
}

const declined = ({ type }: Order, threeDSecure: ThreeDSecure): End => ({
  status: 'failed',
  failure: 'decline',
  message: threeDSecure === 'failed' ? '3-D Secure verification failed' : declineTexts[type],
  threeDSecure,
})

/** Seen for payments and authorizations; the others are inferred. */
const declineTexts: Record<Order['type'], string> = {
  payment: 'Payment was declined',
  authorization: 'Authorization was declined',
  charge: 'Charge was declined',
  tokenization: 'Card was declined',
}
