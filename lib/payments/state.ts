/** What transactions mean and which states a payment has; without schemas, so that lists in the browser can use it. */

/** What a transaction does. `card`: stores or checks a card. `payout`: sends money out without referring to a payment. */
export type TransactionRole =
  'payment' | 'authorization' | 'capture' | 'refund' | 'chargeback' | 'void' | 'payout' | 'card' | 'other'

const roles: Record<string, TransactionRole> = {
  payment: 'payment',
  charge: 'payment',
  authorization: 'authorization',
  capture: 'capture',
  refund: 'refund',
  chargeback: 'chargeback',
  void: 'void',
  credit: 'payout',
  payout: 'payout',
  oct: 'payout',
  tokenization: 'card',
  recipient_tokenization: 'card',
  checkup: 'card',
}

/** Types as the gateway says them (docs/gateway.md#values). A transaction without a type that refers to none is a payment. */
export function roleOf(type: string | null, parentUid: string | null = null): TransactionRole {
  if (type === null) return parentUid === null ? 'payment' : 'other'
  return Object.hasOwn(roles, type) ? (roles[type] ?? 'other') : 'other'
}

/** How a transaction ended. `ended`: nobody paid and nobody was refused. `unknown`: a status without a documented meaning. */
export type TransactionOutcome = 'succeeded' | 'declined' | 'ended' | 'waiting' | 'unknown'

const outcomes: Record<string, TransactionOutcome> = {
  successful: 'succeeded',
  completed: 'succeeded',
  failed: 'declined',
  error: 'declined',
  expired: 'ended',
  deleted: 'ended',
  incomplete: 'waiting',
  pending: 'waiting',
  processing: 'waiting',
}

export const outcomeOf = (status: string | null): TransactionOutcome =>
  status !== null && Object.hasOwn(outcomes, status) ? (outcomes[status] ?? 'unknown') : 'unknown'

/** What one transaction means to a person. `other`: the gateway's own words are shown. */
export const transactionMeanings = [
  'paid',
  'authorized',
  'captured',
  'refunded',
  'disputed',
  'charged_back',
  'voided',
  'paid_out',
  'card_stored',
  'waiting',
  'declined',
  'expired',
  'other',
] as const
export type TransactionMeaning = (typeof transactionMeanings)[number]

const succeeded: Record<TransactionRole, TransactionMeaning> = {
  payment: 'paid',
  authorization: 'authorized',
  capture: 'captured',
  refund: 'refunded',
  chargeback: 'charged_back',
  void: 'voided',
  payout: 'paid_out',
  card: 'card_stored',
  other: 'other',
}

export function meaningOf({
  type,
  status,
  parent_uid: parentUid = null,
}: {
  type: string | null
  status: string | null
  parent_uid?: string | null
}): TransactionMeaning {
  const role = roleOf(type, parentUid)
  switch (outcomeOf(status)) {
    case 'succeeded':
      return succeeded[role]
    case 'waiting':
      return role === 'chargeback' ? 'disputed' : 'waiting'
    case 'declined':
      return 'declined'
    case 'ended':
      return 'expired'
    case 'unknown':
      return 'other'
  }
}

/**
 * The state of a payment with everything that refers to it. `differs`: money came in, but not what was asked for, and
 * nobody accepted that. `authorized`: the money is held, and nothing was captured.
 */
export const paymentStates = [
  'paid',
  'differs',
  'authorized',
  'partly_refunded',
  'refunded',
  'disputed',
  'voided',
  'waiting',
  'declined',
  'expired',
  'paid_out',
  'card_stored',
  'other',
] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * How what was paid differs from what was asked for. `paid_again`: another payment had paid the same checkout before.
 * `test_payment`: a test transaction for a checkout or product that is none. `not_todays_price`: the price that was valid
 * then is not known, and today's is another; this one is a hint and asks nobody to act.
 */
export const paymentDifferences = [
  'too_little',
  'too_much',
  'other_currency',
  'paid_again',
  'amount_unknown',
  'test_payment',
  'not_todays_price',
] as const
export type PaymentDifference = (typeof paymentDifferences)[number]

/** Whether a person has to look at it. */
export const needsAttention = (difference: PaymentDifference | null): boolean =>
  difference !== null && difference !== 'not_todays_price'
