/** The possible values of statements and their rows. No schemas, so that pages in the browser can import it. */

/**
 * The possible meanings of a statement's column. `time`: a day, with or without a time. `parent_uid`: the payment of a
 * refund, or the authorization of a capture. `fee`: what the provider kept, written like the amount.
 */
export const statementTargets = [
  'uid',
  'tracking_id',
  'amount',
  'currency',
  'fee',
  'time',
  'type',
  'status',
  'parent_uid',
  'test',
] as const
export type StatementTarget = (typeof statementTargets)[number]

export const statementTypes = ['payment', 'refund', 'chargeback'] as const
export type StatementType = (typeof statementTypes)[number]

/** The order of year, month and day in dates that are not ISO 8601. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

/** `recording`: payments that are only in the statement. `undone`: what it recorded was taken back. */
export const reconciliationStates = [
  'reading',
  'matching',
  'matched',
  'recording',
  'recorded',
  'undoing',
  'undone',
  'failed',
] as const
export type ReconciliationState = (typeof reconciliationStates)[number]

export const isWorking = (state: ReconciliationState): boolean =>
  ['reading', 'matching', 'recording', 'undoing'].includes(state)

/** The result of a row. `repeated`: the same as an earlier row. `unread`: no payment, such as a total. */
export const rowResults = [
  'pending',
  'matched',
  'differing',
  'only_there',
  'only_here',
  'repeated',
  'unread',
] as const
export type RowResult = (typeof rowResults)[number]

/**
 * How the two sides differ. `day`: by more than a day. `same_uid`: another row was matched with the transaction.
 * `amount_unknown`: one side's amount is not known. `sign`: the row's sign contradicts its type.
 */
export const rowDifferences = [
  'uid',
  'amount',
  'amount_unknown',
  'sign',
  'currency',
  'type',
  'status',
  'day',
  'test',
  'same_uid',
] as const
export type RowDifference = (typeof rowDifferences)[number]

/**
 * The values of a row that could not be read, or the reason why it cannot be recorded (`no_uid`, `same_uid`,
 * `unknown_uids`, `arrived`, `not_paid`). `sign`: a payment with a minus; money back without one, in a file that has
 * money back with a minus. `cut`, `too_long`: fewer or more cells than the header, so that only the references are kept.
 * `other_currency`: a sign or code beside the amount is not the row's currency.
 */
export const rowProblems = [
  'total',
  'cut',
  'too_long',
  'no_reference',
  'no_uid',
  'same_uid',
  'unknown_uids',
  'not_paid',
  'arrived',
  'amount',
  'no_amount',
  'decimals',
  'too_big',
  'sign',
  'currency',
  'unknown_currency',
  'other_currency',
  'time',
  'type',
  'status',
  'test',
] as const
export type RowProblem = (typeof rowProblems)[number]
