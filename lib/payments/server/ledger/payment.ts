import 'server-only'
import {
  outcomeOf,
  type CountedAs,
  type PaymentDifference,
  type PaymentState,
  type TransactionRole,
} from '../../state'
import type { PaymentRow } from '../tables'
import { differenceOf, type Price } from './compare'
import { countsIn, hasSucceeded, roleIn, type Count } from './counted'
import { compareText, linksByHand, type ReportedState } from './transaction'
import { withWholeAmounts } from './whole'

/** A payment derived from its transactions, before the comparison with what was asked for. */
export type Payment = Omit<
  PaymentRow,
  'shopId' | 'askedAmount' | 'askedCurrency' | 'difference' | 'acceptedAt' | 'acceptedBy' | 'acceptedFor'
>

type Family = { root: string; members: readonly ReportedState[] }

/** Roles that belong to the payment they refer to. Every other role begins a payment of its own. */
const attachedRoles: ReadonlySet<TransactionRole> = new Set([
  'capture',
  'refund',
  'chargeback',
  'void',
  'other',
])

/**
 * Groups transactions into payments by what they refer to. Those with the same unknown parent form one payment under
 * its UID. A circle, with what refers to it, belongs to its smallest UID.
 */
export function familiesOf(states: readonly ReportedState[]): Family[] {
  const byUid = new Map(states.map((state) => [state.uid, state]))
  const roots = new Map<string, string>()
  const rootOf = (state: ReportedState): string => {
    const line = new Set<string>()
    let uid = state.uid
    while (!line.has(uid) && !roots.has(uid)) {
      line.add(uid)
      const current = byUid.get(uid)
      if (!current?.parentUid || !attachedRoles.has(roleIn(current))) break
      uid = current.parentUid
    }
    const passed = [...line]
    // The end of the line, or the circle that it ends in.
    const end = passed.slice(passed.indexOf(uid)).toSorted(compareText)
    const root = roots.get(uid) ?? end[0] ?? state.uid
    for (const one of passed) roots.set(one, root)
    return root
  }
  const families = new Map<string, ReportedState[]>()
  for (const state of states) {
    const root = rootOf(state)
    families.set(root, [...(families.get(root) ?? []), state])
  }
  return [...families].map(([root, members]) => ({
    root,
    members: withWholeAmounts(members.toSorted(byTime)),
  }))
}

/** Also where a database sorts texts differently. */
export const byTime = (
  one: Pick<ReportedState, 'at' | 'uid'>,
  other: Pick<ReportedState, 'at' | 'uid'>,
): number => one.at.valueOf() - other.at.valueOf() || compareText(one.uid, other.uid)

/** Derives a payment's amounts, state and evidence from its transactions. */
export function paymentOf(family: Family): Payment {
  const { root, members } = family
  const first = members.find(({ uid }) => uid === root) ?? members[0]
  if (!first) throw new Error('a payment has a transaction')
  const { currency } = first
  const sum = (which: (state: ReportedState) => boolean): number =>
    members
      .filter((state) => state.currency === currency && which(state))
      .reduce((total, { amount }) => total + Math.max(amount ?? 0, 0), 0)
  const all = countsIn(members)
  const isCounted = (as: CountedAs) => (state: ReportedState) => all.get(state.uid)?.countedAs === as
  const paid = sum(isCounted('paid'))
  const authorized = sum((state) => roleIn(state) === 'authorization' && hasSucceeded(state))
  const left = authorized - releasedOf(members, currency)
  const isReleased = left <= 0
  const amounts = {
    // A payment that was released as a whole keeps the amount that it held.
    held: paid === 0 && isReleased ? authorized : Math.min(authorized, Math.max(paid, left)),
    paid,
    refunded: sum(isCounted('refunded')),
    chargedBack: sum(isCounted('charged_back')),
  }
  const meant = (as: CountedAs) => members.filter(({ uid }) => all.get(uid)?.meantAs === as)
  const { state, by } = stateAndEvidence(first, family, {
    paid,
    isTaken: meant('paid').length > 0,
    isReleased,
    isReturned: isAllReturned(members, all),
    refund: meant('refunded').at(-1),
  })
  // Before a payment itself is reported, what a person linked through any of its transactions is linked to it.
  const linked = first.uid === root ? first : { ...first, ...linksByHand(members) }
  const reported = members.map(({ reportedAt, receivedAt }) => reportedAt ?? receivedAt)
  const firstOf = <Value>(value: (state: ReportedState) => Value | null): Value | null =>
    [first, ...members].map(value).find((one) => one !== null) ?? null
  return {
    uid: root,
    state,
    type: first.type,
    // All of it is a test if any of it is: no money of a test may count.
    test: members.some(({ test }) => test === true) || firstOf(({ test }) => test),
    at: first.at,
    reportedAt: reported.reduce((one, other) => (other < one ? other : one)),
    stateAt: by.statedAt ?? by.receivedAt,
    authenticity: by.authenticity,
    notificationId: first.notificationId,
    currency,
    tried: first.uid === root ? first.amount : null,
    ...amounts,
    // Without a readable amount it adds to no sum.
    hasReturned: [...meant('refunded'), ...meant('charged_back')].length > 0,
    cardBrand: firstOf(({ cardBrand }) => cardBrand),
    cardCountry: firstOf(({ cardCountry }) => cardCountry),
    checkoutId: linked.checkoutId,
    checkoutLink: linked.checkoutLink,
    productId: linked.productId,
  }
}

/**
 * How much of what was authorised was released by voids, so that it cannot be captured. One without an amount, of 0
 * or in another currency: all.
 */
function releasedOf(members: readonly ReportedState[], currency: string | null): number {
  const authorized = new Set(members.flatMap((state) => (roleIn(state) === 'authorization' ? state.uid : [])))
  return members
    .filter(
      (state) =>
        roleIn(state) === 'void' &&
        hasSucceeded(state) &&
        state.parentUid !== null &&
        authorized.has(state.parentUid),
    )
    .map((state) => (state.currency === currency ? (state.amount ?? 0) : 0))
    .reduce((sum, amount) => sum + (amount > 0 ? amount : Number.POSITIVE_INFINITY), 0)
}

/** Whether all money went back, in each currency. False if an amount that was paid is unreadable. */
function isAllReturned(members: readonly ReportedState[], counts: ReadonlyMap<string, Count>): boolean {
  const left = new Map<string | null, number>()
  for (const { uid, currency, amount } of members) {
    const { meantAs = null, countedAs = null } = counts.get(uid) ?? {}
    if (meantAs === 'paid' && countedAs === null) return false
    if (countedAs === null || countedAs === 'failed') continue
    const sign = countedAs === 'paid' ? 1 : -1
    left.set(currency, (left.get(currency) ?? 0) + sign * (amount ?? 0))
  }
  return [...left.values()].every((sum) => sum <= 0)
}

/**
 * `paid`: in the payment's currency. `isTaken`: whether money was taken, in any currency. `isReleased`: whether none is
 * held any more. `refund`: the last one, or the last void of what was paid.
 */
type Returned = Pick<Payment, 'paid'> & {
  isTaken: boolean
  isReleased: boolean
  isReturned: boolean
  refund: ReportedState | undefined
}

/** Returns the state and the last transaction that it rests on. */
function stateAndEvidence(
  first: ReportedState,
  { root, members }: Family,
  { paid, isTaken, isReleased, isReturned, refund }: Returned,
): { state: PaymentState; by: ReportedState } {
  const last = (which: (state: ReportedState) => boolean) => members.filter(which).at(-1)
  const lastOf = (role: TransactionRole) => last((one) => roleIn(one) === role && hasSucceeded(one))
  const chargeback = last(
    (one) => roleIn(one) === 'chargeback' && ['succeeded', 'waiting'].includes(outcomeOf(one.status)),
  )
  const released = lastOf('void')
  const capture = lastOf('capture')
  // Refunds and chargebacks of a payment that failed do not change its state. A refund that failed says nothing of a
  // payment that was never reported.
  const hasFailed = first.uid === root && ['declined', 'expired'].includes(ownState(first))
  if (paid === 0 && hasFailed) return { state: ownState(first), by: first }
  if (chargeback) return { state: 'disputed', by: chargeback }
  if (refund) return { state: isReturned ? 'refunded' : 'partly_refunded', by: refund }
  if (released && !isTaken && isReleased) return { state: 'voided', by: released }
  if (capture) return { state: 'paid', by: capture }
  const isOfUnreported = first.uid !== root && ['refund', 'chargeback', 'void'].includes(roleIn(first))
  return { state: isOfUnreported ? 'other' : ownState(first), by: first }
}

function ownState(state: ReportedState): PaymentState {
  const role = roleIn(state)
  switch (outcomeOf(state.status)) {
    case 'succeeded':
      if (role === 'payment' || role === 'capture') return 'paid'
      if (role === 'authorization') return 'authorized'
      if (role === 'payout') return 'paid_out'
      return role === 'card' ? 'card_stored' : 'other'
    case 'declined':
      return 'declined'
    case 'ended':
      return 'expired'
    case 'waiting':
      return 'waiting'
    case 'unknown':
      return 'other'
  }
}

/** The checkout's amount or the product's price. `isKnown`: whether it is the price of that time. */
export type AskedPrice = Price & { isTest: boolean; isKnown: boolean }

/**
 * The amount that came in, before refunds and chargebacks. What is held counts as captured, but not where only captures
 * came that add nothing in its currency.
 */
const receivedAmount = ({ held, paid, state }: Payment): number | null => {
  if (paid > 0) return Math.max(paid, held)
  if (state === 'paid' && held > 0) return null
  return ['paid', 'authorized'].includes(state) ? held : null
}

const isSettledOtherwise = ({ state }: Payment): boolean =>
  [
    'refunded',
    'voided',
    'disputed',
    'declined',
    'expired',
    'waiting',
    'card_stored',
    'paid_out',
    'other',
  ].includes(state)

/**
 * Returns how a payment differs from what was asked for. Null: not at all, or nothing to compare, as after a full
 * refund.
 */
export function comparePayment(
  payment: Payment,
  asked: AskedPrice,
  isLive: boolean,
): PaymentDifference | null {
  if (isSettledOtherwise(payment)) return null
  if (isLive && payment.test === true && !asked.isTest) return 'test_payment'
  const { currency, refunded } = payment
  const amount = payment.tried === null && payment.paid === 0 ? null : receivedAmount(payment)
  const difference = differenceOf(asked, { amount, currency })
  if (difference === null) return null
  // Refunding the excess settles the difference.
  if (difference === 'too_much' && amount !== null && amount - refunded <= asked.amount) return null
  return asked.isKnown ? difference : 'not_todays_price'
}

/** Whether a person accepted this difference of a payment. */
export type IsAccepted = (payment: Payment, difference: PaymentDifference) => boolean

/**
 * Compares all payments of a checkout. The first as asked or accepted pays it; later ones as asked are `paid_again`. One
 * linked only through its parent transaction does not pay the checkout, nor does a test, even if accepted.
 */
export function comparePayments(
  payments: readonly Payment[],
  asked: AskedPrice,
  isLive: boolean,
  isAccepted: IsAccepted = () => false,
): Map<string, PaymentDifference | null> {
  let isPaid = false
  const compared = new Map<string, PaymentDifference | null>()
  const sorted = payments.toSorted(
    (one, other) => one.at.valueOf() - other.at.valueOf() || compareText(one.uid, other.uid),
  )
  for (const payment of sorted) {
    const isOwn = payment.checkoutLink !== 'parent'
    const difference = isOwn ? comparePayment(payment, asked, isLive) : null
    const isCounted = isOwn && !isSettledOtherwise(payment) && difference === null
    compared.set(payment.uid, isCounted && isPaid ? 'paid_again' : difference)
    const isPaidAnyway =
      difference !== null && difference !== 'test_payment' && isAccepted(payment, difference)
    if (isCounted || isPaidAnyway) isPaid = true
  }
  return compared
}
