import type { Tone } from '@/components/ui/badge'
import type { CheckoutItem } from '@/lib/contracts/checkout'
import { type CheckoutEvidence, type CheckoutState, takesPayment } from '@/lib/contracts/checkout-state'

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

/** Whether its link is worth handing over now: somebody can pay with it, as far as is known. */
export const isPayable = (checkout: Stateful & Pick<CheckoutItem, 'redirect_url'>, now: number): boolean =>
  checkout.redirect_url !== null &&
  takesPayment(checkout.state, checkout.attempts_left) &&
  Date.parse(checkout.expires_at) > now

export const stateTones: Record<CheckoutState, Tone> = {
  unconfirmed: 'warn',
  open: 'info',
  pending: 'info',
  paid: 'ok',
  declined: 'bad',
  expired: 'neutral',
  cancelled: 'neutral',
}

/** What “paid” means by the type of transaction: an authorization takes no money yet, a tokenization none at all. */
export function paidWordOf(type: string): 'held' | 'stored' | 'paid' {
  if (type === 'authorization') return 'held'
  return type === 'tokenization' ? 'stored' : 'paid'
}
