import 'server-only'
import { outcomeOf, roleOf, type CountedAs, type NotCounted, type TransactionRole } from '../../state'
import type { ReportedState } from './transaction'

/** What decides how a transaction counts. */
type Countable = Pick<ReportedState, 'uid' | 'parentUid' | 'type' | 'status' | 'amount' | 'currency'>

/**
 * `meantAs`: by its type and status. `countedAs`: in the payment's own amounts, which tests are in too. `notCounted`: why
 * not, though it moved money.
 */
export type Count = { meantAs: CountedAs | null; countedAs: CountedAs | null; notCounted: NotCounted | null }

export const roleIn = (state: Pick<ReportedState, 'type' | 'parentUid'>): TransactionRole =>
  roleOf(state.type, state.parentUid)

export const hasSucceeded = ({ status }: Pick<ReportedState, 'status'>): boolean =>
  outcomeOf(status) === 'succeeded'

const isMoney = (state: Countable): boolean => ['payment', 'capture'].includes(roleIn(state))

/** Returns how each transaction of a payment counts, by UID. `members`: in the order of `byTime`. */
export function countsIn(members: readonly Countable[]): ReadonlyMap<string, Count> {
  const byUid = new Map(members.map((state) => [state.uid, state]))
  const sums = new Map<string, number>()
  const countOf = (state: Countable): Count => {
    const as = meantAs(state, byUid)
    const { amount, currency } = state
    if (as === null)
      return { meantAs: null, countedAs: null, notCounted: isOfUncountedType(state) ? 'type' : null }
    const counted = { meantAs: as, countedAs: as, notCounted: null }
    const not = (reason: NotCounted) => ({
      meantAs: as,
      countedAs: null,
      notCounted: as === 'failed' ? null : reason,
    })
    if (amount === null || amount < 0) return not('amount')
    if (!currency || !/^[A-Z]{3}$/.test(currency)) return not('currency')
    if (as === 'failed') return counted
    // What is left of a payment is paid less both refunds and chargebacks.
    const key = `${as === 'paid' ? 'in' : 'out'} ${currency}`
    const sum = (sums.get(key) ?? 0) + amount
    if (sum > Number.MAX_SAFE_INTEGER) return not('sum')
    sums.set(key, sum)
    return counted
  }
  return new Map(members.map((state) => [state.uid, countOf(state)]))
}

/** Whether it moved an amount in a way that is neither in nor out of the shop's payments, or not known to be. */
const isOfUncountedType = (state: Countable): boolean =>
  ['other', 'payout'].includes(roleIn(state)) && hasSucceeded(state) && (state.amount ?? 0) > 0

/** How a transaction counts by its type and status. Its amount or currency can still exclude it. */
function meantAs(state: Countable, byUid: ReadonlyMap<string, Countable>): CountedAs | null {
  const outcome = outcomeOf(state.status)
  const role = roleIn(state)
  if (isMoney(state) && outcome === 'succeeded') return 'paid'
  if (isMoney(state) || role === 'authorization') return outcome === 'declined' ? 'failed' : null
  if (outcome !== 'succeeded') return null
  if (role === 'refund') return 'refunded'
  if (role === 'chargeback') return 'charged_back'
  if (role !== 'void' || state.parentUid === null) return null
  // Voiding a paid transaction returns the money. Voiding an authorization only releases a hold.
  const voided = byUid.get(state.parentUid)
  return voided && isMoney(voided) && hasSucceeded(voided) ? 'refunded' : null
}
