/** What became of a checkout, without the schemas, which lists in the browser do not need. */

/**
 * `open`: it can be paid, and nobody has. `pending`: a payment is under way. `paid`: what was asked for came in, whatever
 * the transaction type (an authorization holds the money, a tokenization stores the card). `differs`: something was paid,
 * but not what was asked for, and nobody accepted that. `partly_refunded` to `voided`: it was paid, and that went back.
 * `declined`: tried and not paid; `attempts_left` says how often it can be tried again. `cancelled`: only the optional
 * query says so. `unconfirmed`: sent, and nobody knows whether it exists.
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

/** As it is stored; `creating` is under way. */
export type StoredCheckoutState = CheckoutState | 'creating'

/**
 * What a state rests on: nothing but that the token was made, the time that passed, a notification's evidence, or the
 * optional query.
 */
export const checkoutEvidence = ['nothing', 'clock', 'network', 'credentials', 'signature', 'query'] as const
export type CheckoutEvidence = (typeof checkoutEvidence)[number]

/** Whether money came in through it, whatever became of that. */
export const wasPaid = (state: StoredCheckoutState): boolean =>
  ['paid', 'differs', 'partly_refunded', 'refunded', 'disputed', 'voided'].includes(state)

/** Whether the gateway takes a payment in such a state, as long as there is time. */
export const takesPayment = (state: StoredCheckoutState, attemptsLeft: number): boolean =>
  state === 'open' || (state === 'declined' && attemptsLeft > 0)
