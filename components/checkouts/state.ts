import type { CheckoutItem } from '@/lib/checkouts/schema'
import { type CheckoutEvidence, type CheckoutState, takesPayment } from '@/lib/checkouts/state'

type Stateful = Pick<CheckoutItem, 'state' | 'rests_on' | 'attempts_left' | 'expires_at'>

/** The state as it is now, `now` in ms: what was open when the page was read may have run out since, by the clock. */
export function stateNow(
  checkout: Stateful,
  now: number,
): { state: CheckoutState; restsOn: CheckoutEvidence } {
  return takesPayment(checkout.state, checkout.attempts_left) && Date.parse(checkout.expires_at) <= now
    ? { state: 'expired', restsOn: 'clock' }
    : { state: checkout.state, restsOn: checkout.rests_on }
}

export { checkoutTones as stateTones } from '@/lib/payments/tone'

/** The word for a state, under `checkouts.state`. */
export const stateWordOf = (state: CheckoutState, type: string) =>
  state === 'paid' ? paidWordOf(type) : state

/** What “paid” means by the type of transaction: an authorization takes no money yet, a tokenization none at all. */
function paidWordOf(type: string): 'held' | 'stored' | 'paid' {
  if (type === 'authorization') return 'held'
  return type === 'tokenization' ? 'stored' : 'paid'
}
