import type { CheckoutItem } from '@/lib/checkouts/schema'
import { type CheckoutEvidence, type CheckoutState, takesPayment } from '@/lib/checkouts/state'

type Stateful = Pick<CheckoutItem, 'state' | 'rests_on' | 'attempts_left' | 'expires_at'>

/** Returns the state at `now` (ms). A checkout that was open when the page loaded may have expired since. */
export function stateNow(
  checkout: Stateful,
  now: number,
): { state: CheckoutState; restsOn: CheckoutEvidence } {
  return takesPayment(checkout.state, checkout.attempts_left) && Date.parse(checkout.expires_at) <= now
    ? { state: 'expired', restsOn: 'clock' }
    : { state: checkout.state, restsOn: checkout.rests_on }
}

export { checkoutTones as stateTones } from '@/lib/payments/tone'

/** Returns the message key of a state, under `checkouts.state`. */
export const stateWordOf = (state: CheckoutState, type: string) =>
  state === 'paid' ? paidWordOf(type) : state

/**
 * Returns what “paid” means for the transaction type: an authorization takes no money yet, a tokenization
 * none.
 */
function paidWordOf(type: string): 'held' | 'stored' | 'paid' {
  if (type === 'authorization') return 'held'
  return type === 'tokenization' ? 'stored' : 'paid'
}
