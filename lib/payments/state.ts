/** Meanings of transactions, and states of payments. Has no zod schemas, so that lists in the browser can import it. */

/** What a transaction does. `card`: stores or checks a card. `payout`: sends money without referring to a payment. */
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

/** The gateway's documented types. */
export const transactionTypes: readonly string[] = Object.keys(roles)

/** Maps the gateway's types (docs/gateway.md#values). A transaction with neither a type nor a parent is a payment. */
export function roleOf(type: string | null, parentUid: string | null = null): TransactionRole {
  if (type === null) return parentUid === null ? 'payment' : 'other'
  return Object.hasOwn(roles, type) ? (roles[type] ?? 'other') : 'other'
}

/** How a transaction ended. `ended`: neither paid nor declined. `unknown`: an undocumented status. */
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

/** The gateway's documented statuses. */
export const transactionStatuses: readonly string[] = Object.keys(outcomes)

export const outcomeOf = (status: string | null): TransactionOutcome =>
  status !== null && Object.hasOwn(outcomes, status) ? (outcomes[status] ?? 'unknown') : 'unknown'

/** The meaning of one transaction to people. `other`: the gateway's own words are shown. */
const transactionMeanings = [
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
 * The state of a payment. `differs`: money came in, but not what was asked for, and this was not accepted.
 * `authorized`: money is held and nothing was captured.
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
 * How the paid amount differs. `paid_again`: an earlier payment paid the checkout. `test_payment`: a test for a live
 * checkout or product. `not_todays_price`: the price at that time is unknown, and differs from the one when it was compared;
 * a hint that needs no action.
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

export const needsAttention = (difference: PaymentDifference | null): boolean =>
  difference !== null && difference !== 'not_todays_price'

/**
 * How a transaction counts in the sums. `paid`: successful payments, charges and captures. `failed`: declined ones, and
 * declined authorizations. `refunded`: refunds, and voids of paid transactions. `charged_back`: chargebacks. A successful
 * authorization does not count.
 */
export const countedKinds = ['paid', 'failed', 'refunded', 'charged_back'] as const
export type CountedAs = (typeof countedKinds)[number]

/** The values of the filter `counted`. `paid_or_failed`: what the success rate compares. */
export const countedChoices = [...countedKinds, 'paid_or_failed'] as const
export type CountedChoice = (typeof countedChoices)[number]

/** The values of the filter `unknown`: what a transaction may lack. */
export const unknownChoices = ['brand', 'country', 'reason'] as const
export type UnknownChoice = (typeof unknownChoices)[number]

/**
 * Why a transaction that moved money adds to no sum. A failed transaction moved none, so it never has a reason. `type`:
 * there is no sum for its type, such as a payout or a money transfer. `amount`: missing, negative, or greater than
 * 9007199254740991. `currency`: not a code of three capital letters. `sum`: the total of the payment in that direction
 * (received, or refunded and charged back) would be greater than 9007199254740991.
 */
export const notCountedReasons = ['type', 'amount', 'currency', 'sum'] as const
export type NotCounted = (typeof notCountedReasons)[number]
