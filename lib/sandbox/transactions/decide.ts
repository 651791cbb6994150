import 'server-only'
import type { Shop } from '../shops'
import type { Order, PresentedCard, TransactionStatus } from './duplicates'

/** How a transaction stands, in the words of the interface; `friendlyMessage` is meant for the payer. */
export type End = {
  status: TransactionStatus
  message: string
  friendlyMessage?: string
  /** Of one that failed: a decline leads the payer to decline_url, an error to fail_url (docs/gateway.md#settings). */
  failure?: 'decline' | 'error'
  threeDSecure: ThreeDSecure
}

/** What became of 3-D Secure. `none`: it was not launched. */
export type ThreeDSecure = 'none' | 'frictionless' | 'challenge_open' | 'challenge_passed' | 'failed'

/**
 * Whether 3-D Secure is launched. Of the interface's request it is where the shop has it on and the request does
 * not skip it, or where the request forces it (“Request fields”: force wins). On payer pages, for which the
 * interface has no such settings, a test card does what the table of test cards says, whatever the shop's switch
 * says (inferred).
 */
function isSecured(
  shop: Pick<Shop, 'threeDSecure'>,
  { source, threeDSecure: { skip, force } }: Order,
): boolean {
  if (force) return true
  return !skip && (source.kind !== 'tokenization' || shop.threeDSecure)
}

/** What the card does with the order, before any challenge is answered. Texts of messages are inferred. */
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

/** What the card does once its challenge was answered. */
export function decideChallenge(order: Order, { outcome }: PresentedCard, passed: boolean): End {
  if (!passed || !outcome.success) return declined(order, passed ? 'challenge_passed' : 'failed')
  return { status: 'successful', message: 'Successfully processed', threeDSecure: 'challenge_passed' }
}

const declined = ({ type }: Order, threeDSecure: ThreeDSecure): End => ({
  status: 'failed',
  failure: 'decline',
  message: threeDSecure === 'failed' ? '3-D Secure verification failed' : declineTexts[type],
  threeDSecure,
})

/** Of payments and authorizations as seen; the others are inferred. */
const declineTexts: Record<Order['type'], string> = {
  payment: 'Payment was declined',
  authorization: 'Authorization was declined',
  charge: 'Charge was declined',
  tokenization: 'Card was declined',
}
