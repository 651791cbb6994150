import type { CheckoutItem } from '@/lib/checkouts/schema'
import { type CheckoutEvidence, type CheckoutState, acceptsPayment } from '@/lib/checkouts/state'

type Stateful = Pick<CheckoutItem, 'state' | 'rests_on' | 'attempts_left' | 'expires_at'>

/** Returns the state at `now` (ms). A checkout that was open when the page loaded may have expired since. */
export function stateNow(
  checkout: Stateful,
  now: number,
): { state: CheckoutState; restsOn: CheckoutEvidence } {
  return acceptsPayment(checkout.state, checkout.attempts_left) && Date.parse(checkout.expires_at) <= now
    ? { state: 'expired', restsOn: 'clock' }
    : { state: checkout.state, restsOn: checkout.rests_on }
}

export { checkoutTones as stateTones } from '@/lib/payments/tone'
