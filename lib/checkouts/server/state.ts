import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Evidence } from '../../payments/evidence'
import type { PaymentRow } from '../../payments/server/tables'
import { roleOf, type PaymentState, type TransactionRole } from '../../payments/state'
import { acceptsPayment, type CheckoutEvidence, type CheckoutState } from '../state'
import { checkouts, type CheckoutRow } from './tables'

export type PaymentOfCheckout = Pick<PaymentRow, 'state' | 'type' | 'authenticity' | 'stateAt'>
export type Expiry = { evidence: Evidence; at: Date }

type Outcome = {
  state: CheckoutState
  restsOn: CheckoutEvidence
  stateAt: Date | null
  declines: number
}

/** Transaction roles that complete a checkout. */
const rolesOf = (transactionType: string): ReadonlySet<TransactionRole> =>
  new Set(transactionType === 'tokenization' ? ['card'] : ['payment', 'authorization'])

/** By priority: the checkout has the first of these states that any of its payments has. */
const paidBy: readonly [CheckoutState, readonly PaymentState[]][] = [
  ['paid', ['paid', 'authorized', 'card_stored']],
  ['differs', ['differs']],
  ['disputed', ['disputed']],
  ['partly_refunded', ['partly_refunded']],
  ['refunded', ['refunded']],
  ['voided', ['voided']],
]

/** A payment begins with a capture if nothing reported its authorization. One that failed is no try of the customer. */
const isCaptured = ({ type, state }: PaymentOfCheckout): boolean =>
  roleOf(type) === 'capture' && paidBy.some(([, states]) => states.includes(state))

/**
 * Computes the state from all payments: paid if one was; expired if the gateway said so, unless a payment began after
 * that; pending; declined; else open. A status without a documented meaning has no effect.
 */
export function outcomeOf(
  payments: readonly PaymentOfCheckout[],
  expiries: readonly Expiry[],
  transactionType: string,
): Outcome {
  const roles = rolesOf(transactionType)
  const own = payments.filter(
    (payment) => roles.has(roleOf(payment.type)) || (roles.has('authorization') && isCaptured(payment)),
  )
  const last = (...states: PaymentState[]): Expiry | null =>
    latest(own.filter(({ state }) => states.includes(state)).map(toExpiry))
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

const toExpiry = ({ authenticity, stateAt }: PaymentOfCheckout): Expiry => ({
  evidence: authenticity,
  at: stateAt,
})

const latest = (expiries: readonly Expiry[]): Expiry | null =>
  expiries.reduce<Expiry | null>((one, other) => (one === null || other.at > one.at ? other : one), null)

const evidenceOf = ({ evidence }: Expiry): CheckoutEvidence =>
  evidence === 'unverified' ? 'nothing' : evidence

type Stateful = Pick<CheckoutRow, 'state' | 'restsOn' | 'stateAt' | 'declines' | 'attempts' | 'expiresAt'>

type StoredState = Pick<CheckoutRow, 'state' | 'restsOn' | 'stateAt'>

/** Returns the state as it would be without the provider's statement, which may be taken back. */
export function withoutStatement({
  state,
  restsOn,
  stateAt,
  beforeStatement: before,
  createdAt,
}: StoredState & Pick<CheckoutRow, 'beforeStatement' | 'createdAt'>): StoredState {
  if (restsOn !== 'statement') return { state, restsOn, stateAt }
  return before
    ? { ...before, stateAt: new Date(before.stateAt) }
    : { state: 'open', restsOn: 'nothing', stateAt: createdAt }
}

export const attemptsLeft = ({ attempts, declines }: Pick<Stateful, 'attempts' | 'declines'>): number =>
  Math.max(0, attempts - declines)

/**
 * Returns the current state. A payable checkout counts as expired when its time is over (docs/gateway.md#order),
 * because the gateway's notification may come late or never.
 */
export function stateNow(
  row: Stateful,
  now = new Date(),
): { state: CheckoutState; restsOn: CheckoutEvidence; stateAt: Date } {
  const { state, restsOn, stateAt, expiresAt } = row
  if (state === 'creating') return { state: 'unconfirmed', restsOn: 'nothing', stateAt }
  return acceptsPayment(state, attemptsLeft(row)) && expiresAt <= now
    ? { state: 'expired', restsOn: 'clock', stateAt: expiresAt }
    : { state, restsOn, stateAt }
}

/** Returns whether the link may still be paid, as far as we know. */
export const mayBePaid = (row: Stateful): boolean => {
  const { state } = stateNow(row)
  return state === 'pending' || state === 'unconfirmed' || acceptsPayment(state, attemptsLeft(row))
}

const { state, declines, attempts, expiresAt } = checkouts
const wherePayable = sql`(${state} = 'open' OR (${state} = 'declined' AND ${declines} < ${attempts}))`
const whereExpired = sql`(${wherePayable} AND ${expiresAt} <= now())`

/** The SQL form of {@link stateNow}. */
export function whereInState(wanted: CheckoutState): SQL {
  if (wanted === 'unconfirmed') return sql`${state} IN ('creating', 'unconfirmed')`
  if (wanted === 'expired') return sql`(${state} = 'expired' OR ${whereExpired})`
  return sql`(${state} = ${wanted} AND NOT ${whereExpired})`
}
