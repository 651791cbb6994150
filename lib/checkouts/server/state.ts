import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Authenticity } from '../../notifications/schema'
import { roleOf, type PaymentState, type TransactionRole } from '../../payments/state'
import { takesPayment, type CheckoutEvidence, type CheckoutState } from '../state'
import { checkouts, type CheckoutRow } from './tables'
import type { PaymentRow } from '../../payments/server/tables'

/** What a payment through it is, and since when (lib/payments/server/tables.ts). */
export type PaymentOfCheckout = Pick<PaymentRow, 'state' | 'type' | 'authenticity' | 'stateAt'>
/** The gateway said that it is over. */
export type Expiry = { evidence: Authenticity; at: Date }

export type Outcome = {
  state: CheckoutState
  restsOn: CheckoutEvidence
  stateAt: Date | null
  declines: number
}

/** Payments that pay a checkout which asks for money, and those that do what one which asks for a card is for. */
const rolesOf = (transactionType: string): ReadonlySet<TransactionRole> =>
  new Set(transactionType === 'tokenization' ? ['card'] : ['payment', 'authorization'])

/** The first of these that a payment is in is the checkout's: what is paid stays paid, whatever came after. */
const paidBy: readonly [CheckoutState, readonly PaymentState[]][] = [
  ['paid', ['paid', 'authorized', 'card_stored']],
  ['differs', ['differs']],
  ['disputed', ['disputed']],
  ['partly_refunded', ['partly_refunded']],
  ['refunded', ['refunded']],
  ['voided', ['voided']],
]

/**
 * What became of a checkout of this transaction type, of all payments that were made through it: paid where one was;
 * expired where the gateway said so, unless a payment was begun after that; under way; declined; else still open. A
 * status without a documented meaning changes nothing.
 */
export function outcomeOf(
  payments: readonly PaymentOfCheckout[],
  expiries: readonly Expiry[],
  transactionType: string,
): Outcome {
  const roles = rolesOf(transactionType)
  const own = payments.filter(({ type }) => roles.has(roleOf(type)))
  const last = (...states: PaymentState[]): Expiry | null =>
    latest(own.filter(({ state }) => states.includes(state)).map(asSaid))
  const declines = own.filter(({ state }) => state === 'declined' || state === 'expired').length
  for (const [state, states] of paidBy) {
    const by = last(...states)
    if (by) return { state, restsOn: evidenceOf(by), stateAt: by.at, declines }
  }
  const begun = last('waiting')
  const over = latest(expiries)
  const found: [CheckoutState, Expiry | null][] = [
    ['expired', over && begun && begun.at > over.at ? null : over],
    ['pending', begun],
    ['declined', last('declined', 'expired')],
  ]
  for (const [state, by] of found) if (by) return { state, restsOn: evidenceOf(by), stateAt: by.at, declines }
  return { state: 'open', restsOn: 'nothing', stateAt: null, declines }
}

const asSaid = ({ authenticity, stateAt }: PaymentOfCheckout): Expiry => ({
  evidence: authenticity,
  at: stateAt,
})

const latest = (said: readonly Expiry[]): Expiry | null =>
  said.reduce<Expiry | null>((one, other) => (one === null || other.at > one.at ? other : one), null)

/** What has no evidence changes no state. */
const evidenceOf = ({ evidence }: Expiry): CheckoutEvidence =>
  evidence === 'unverified' ? 'nothing' : evidence

type Stateful = Pick<CheckoutRow, 'state' | 'restsOn' | 'stateAt' | 'declines' | 'attempts' | 'expiresAt'>

/** How many payments can still be tried. */
export const attemptsLeft = ({ attempts, declines }: Pick<Stateful, 'attempts' | 'declines'>): number =>
  Math.max(0, attempts - declines)

/**
 * The state as it is now: one that can still be paid is expired once its time is over (docs/gateway.md#order), by
 * nothing but the clock, as the gateway's notification of that may come later or never.
 */
export function stateNow(
  row: Stateful,
  now = new Date(),
): { state: CheckoutState; restsOn: CheckoutEvidence; stateAt: Date } {
  const { state, restsOn, stateAt, expiresAt } = row
  if (state === 'creating') return { state: 'unconfirmed', restsOn: 'nothing', stateAt }
  return takesPayment(state, attemptsLeft(row)) && expiresAt <= now
    ? { state: 'expired', restsOn: 'clock', stateAt: expiresAt }
    : { state, restsOn, stateAt }
}

/** Whether somebody may pay by its link, as far as is known. */
export const mayBePaid = (row: Stateful): boolean => {
  const { state } = stateNow(row)
  return state === 'pending' || state === 'unconfirmed' || takesPayment(state, attemptsLeft(row))
}

const { state, declines, attempts, expiresAt } = checkouts
const isPayable = sql`(${state} = 'open' OR (${state} = 'declined' AND ${declines} < ${attempts}))`
const isOver = sql`(${isPayable} AND ${expiresAt} <= now())`

/** {@link stateNow} as a condition. */
export function isInState(wanted: CheckoutState): SQL {
  if (wanted === 'unconfirmed') return sql`${state} IN ('creating', 'unconfirmed')`
  if (wanted === 'expired') return sql`(${state} = 'expired' OR ${isOver})`
  return sql`(${state} = ${wanted} AND NOT ${isOver})`
}
