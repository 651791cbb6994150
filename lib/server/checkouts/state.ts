import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import { takesPayment, type CheckoutEvidence, type CheckoutState } from '../../contracts/checkout-state'
import { checkouts, type CheckoutRow } from '../tables/checkouts'

/** What the newest notification of a transaction says, or the query. `at`: when it became so. */
export type Told = {
  kind: 'transaction' | 'expired_checkout'
  status: string | null
  type: string | null
  /** It is tied to the checkout only by the transaction that it refers to. */
  isFollower: boolean
  evidence: Extract<CheckoutEvidence, 'credentials' | 'signature'>
  at: Date
}

type Outcome = { state: CheckoutState; restsOn: CheckoutEvidence; stateAt: Date | null; declines: number }

/**
 * Transactions by which a checkout is paid, or not; what follows them, or goes the other way, says nothing of that,
 * whatever type it is said to have, or none.
 */
const payments = new Set(['payment', 'authorization', 'charge', null])
const tokenizations = new Set(['tokenization', null])
const successful = new Set(['successful', 'completed'])
const underWay = new Set(['incomplete', 'pending', 'processing'])
const declined = new Set(['failed', 'error', 'expired', 'deleted'])

const later = (one: Told, other: Told): Told => (other.at > one.at ? other : one)
const last = (told: Told[]): Told | null => (told.length === 0 ? null : told.reduce(later))

/**
 * What became of a checkout of this transaction type, of all that is told of it: paid where anything was, whatever came
 * after; expired where the gateway said so, unless a payment was begun after that; under way; declined; else still open.
 * A status that nobody knows changes nothing.
 */
export function outcomeOf(told: Told[], transactionType: string): Outcome {
  const types = transactionType === 'tokenization' ? tokenizations : payments
  const tried = told.filter(
    ({ kind, type, isFollower }) => kind === 'transaction' && !isFollower && types.has(type),
  )
  const having = (statuses: Set<string>) => tried.filter(({ status }) => statuses.has(status ?? ''))
  const refusals = having(declined)
  const begun = last(having(underWay))
  const over = last(told.filter(({ kind }) => kind === 'expired_checkout'))
  const found: [CheckoutState, Told | null][] = [
    ['paid', last(having(successful))],
    ['expired', over && begun && begun.at > over.at ? null : over],
    ['pending', begun],
    ['declined', last(refusals)],
  ]
  const declines = refusals.length
  for (const [state, by] of found) if (by) return { state, restsOn: by.evidence, stateAt: by.at, declines }
  return { state: 'open', restsOn: 'nothing', stateAt: null, declines }
}

type Stateful = Pick<CheckoutRow, 'state' | 'restsOn' | 'stateAt' | 'declines' | 'attempts' | 'expiresAt'>

/** How many payments can still be tried. */
export const attemptsLeft = ({ attempts, declines }: Pick<Stateful, 'attempts' | 'declines'>): number =>
  Math.max(0, attempts - declines)

/**
 * The state as it is now: one that can still be paid is expired once its time is over (interface: `expired_at`), by
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
