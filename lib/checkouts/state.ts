/** States of checkouts. Imports no schemas, to keep the browser bundle small. */

/**
 * `open`: payable and not paid. `pending`: a payment is under way. `paid`: completed as asked, for any transaction type
 * (an authorization holds the money, a tokenization stores the card). `differs`: paid, but not what was asked for, and
 * not accepted. `partly_refunded` to `voided`: paid, and money went back. `declined`: tried and not paid;
 * `attempts_left` says how many tries are left. `expired`: not paid in time. `cancelled`: known only from the optional
 * query. `unconfirmed`: sent, and not answered.
 */
export const checkoutStates = [
  'open',
  'pending',
  'paid',
  'differs',
  'partly_refunded',
  'refunded',
  'disputed',
  'voided',
  'declined',
  'expired',
  'cancelled',
  'unconfirmed',
] as const
export type CheckoutState = (typeof checkoutStates)[number]

export type StoredCheckoutState = CheckoutState | 'creating'

/**
 * What a state is based on. `nothing`: only that the checkout was created. `clock`: its time is over. `statement`: the
 * provider's statement. `network`, `credentials`, `answer`, `signature`: a notification with this evidence
 * (lib/notifications/filters.ts). `query`: the optional query for the checkout.
 */
export const checkoutEvidence = [
  'nothing',
  'clock',
  'statement',
  'network',
  'credentials',
  'answer',
  'signature',
  'query',
] as const
export type CheckoutEvidence = (typeof checkoutEvidence)[number]

/** Returns whether a payment, hold or card was completed, as asked or not, even if money went back later. */
export const wasPaid = (state: StoredCheckoutState): boolean =>
  ['paid', 'differs', 'partly_refunded', 'refunded', 'disputed', 'voided'].includes(state)

/** Returns whether the gateway accepts a payment in this state, before the expiry. */
export const acceptsPayment = (state: StoredCheckoutState, attemptsLeft: number): boolean =>
  state === 'open' || (state === 'declined' && attemptsLeft > 0)

/** Returns whether a checkout of this transaction type takes no money and only asks for a card. */
export const asksForCard = (type: string): boolean => type === 'tokenization'

/** Returns the message key of a state, under `checkouts.state`. */
export const stateWordOf = (state: CheckoutState, type: string) =>
  state === 'paid' ? paidWordOf(type) : state

/** Returns what “paid” means for the transaction type: an authorization takes no money yet, a tokenization none. */
function paidWordOf(type: string): 'held' | 'stored' | 'paid' {
  if (type === 'authorization') return 'held'
  return asksForCard(type) ? 'stored' : 'paid'
}
