/** Separate from products/link-state, so that the product list does not load code for checkouts. */
import {
  addressFault,
  type LinkFault,
  type LinkRepair,
  type LinkState,
  type LinkView,
  payable,
} from '../products/link-state'
import type { CheckoutItem } from './schema'
import { acceptsPayment, type CheckoutState } from './state'

type JudgedCheckout = Pick<CheckoutItem, 'redirect_url' | 'state' | 'attempts_left' | 'expires_at'>

const closedFaults: Record<Exclude<CheckoutState, 'open'>, LinkFault> = {
  pending: 'pending',
  paid: 'used',
  differs: 'used',
  partly_refunded: 'used',
  refunded: 'used',
  disputed: 'used',
  voided: 'used',
  declined: 'declined',
  expired: 'expired',
  cancelled: 'cancelled',
  unconfirmed: 'unconfirmed',
}

const checkoutRepairs: Partial<Record<LinkFault, LinkRepair>> = {
  missing: 'reissue',
  elsewhere: 'reissue',
  expired: 'reissue',
  declined: 'reissue',
  cancelled: 'reissue',
  unconfirmed: 'settle',
}

export function checkoutLink(checkout: JudgedCheckout, view: LinkView): LinkState {
  const fault = checkoutFault(checkout, view.now) ?? addressFault(checkout.redirect_url, view)
  return fault === null ? payable : { fault, repair: checkoutRepairs[fault] ?? null }
}

function checkoutFault(checkout: JudgedCheckout, now: number): LinkFault | null {
  const { state, attempts_left: attemptsLeft, expires_at: until } = checkout
  if (acceptsPayment(state, attemptsLeft)) return Date.parse(until) <= now ? 'expired' : null
  return state === 'open' ? null : closedFaults[state]
}
