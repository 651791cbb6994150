import 'server-only'
import { outcomeOf, roleOf, type PaymentDifference, type PaymentState, type TransactionRole } from '../state'
import type { CountedAs, PaymentRow } from './tables'
import { differenceOf, type Price } from './compare'
import { compareText, type ToldState } from './transaction'

/** A payment as its transactions tell it, before it is compared with what was asked for. */
export type Payment = Omit<
  PaymentRow,
  'shopId' | 'askedAmount' | 'askedCurrency' | 'difference' | 'acceptedAt' | 'acceptedBy' | 'acceptedFor'
>

export type Family = { root: string; members: readonly ToldState[] }

const roleIn = (state: Pick<ToldState, 'type' | 'parentUid'>): TransactionRole =>
  roleOf(state.type, state.parentUid)

/** These belong to the payment that they refer to; a payment, an authorization or a payout begins one of its own. */
const attached: ReadonlySet<TransactionRole> = new Set(['capture', 'refund', 'chargeback', 'void', 'other'])

/** Further up nothing is looked for: a capture, its refund and a chargeback of that. */
const deepest = 5

/**
 * Groups transactions into payments by what they refer to. What refers to a transaction that nobody heard of belongs to
 * that one, so that two refunds of it stand together. Transactions that refer to each other in a circle belong to the one
 * with the smallest UID.
 */
export function familiesOf(states: readonly ToldState[]): Family[] {
  const byUid = new Map(states.map((state) => [state.uid, state]))
  const rootOf = (state: ToldState): string => {
    const line = [state.uid]
    let current: ToldState | undefined = state
    while (current?.parentUid && attached.has(roleIn(current)) && line.length <= deepest) {
      if (line.includes(current.parentUid)) return line.toSorted(compareText)[0] ?? state.uid
      line.push(current.parentUid)
      current = byUid.get(current.parentUid)
    }
    return line.at(-1) ?? state.uid
  }
  const families = new Map<string, ToldState[]>()
  for (const state of states) {
    const root = rootOf(state)
    families.set(root, [...(families.get(root) ?? []), state])
  }
  return [...families].map(([root, members]) => ({ root, members: members.toSorted(inOrder) }))
}

const inOrder = (one: ToldState, other: ToldState): number =>
  one.at.valueOf() - other.at.valueOf() || compareText(one.uid, other.uid)

const hasSucceeded = ({ status }: Pick<ToldState, 'status'>): boolean => outcomeOf(status) === 'succeeded'

const isMoney = (state: ToldState): boolean => ['payment', 'capture'].includes(roleIn(state))

/** What a transaction of a family adds to the shop's sums. `isLive`: tests count in a sandbox shop only. */
export function countedAs(state: ToldState, { members }: Family, isLive: boolean): CountedAs | null {
  const { amount, currency, test, status, parentUid } = state
  if (amount === null || amount < 0 || !currency || !/^[A-Z]{3}$/.test(currency)) return null
  if (test === true && isLive) return null
  const outcome = outcomeOf(status)
  if (isMoney(state)) {
    if (outcome === 'succeeded') return 'paid'
    return outcome === 'declined' ? 'failed' : null
  }
  if (outcome !== 'succeeded') return null
  const role = roleIn(state)
  if (role === 'refund') return 'refunded'
  if (role === 'chargeback') return 'charged_back'
  if (role !== 'void') return null
  // A void of what was paid gives it back; one of an authorization releases money that nobody took.
  const voided = members.find(({ uid }) => uid === parentUid)
  return voided && isMoney(voided) && hasSucceeded(voided) ? 'refunded' : null
}

/** Works out a payment of its transactions: its amounts, its state, and which transaction says so. */
export function paymentOf(family: Family): Payment {
  const { root, members } = family
  const first = members.find(({ uid }) => uid === root) ?? members[0]
  if (!first) throw new Error('a payment has a transaction')
  const { currency } = first
  const sum = (which: (state: ToldState) => boolean): number =>
    members
      .filter((state) => state.currency === currency && which(state))
      .reduce((total, { amount }) => Math.min(total + Math.max(amount ?? 0, 0), Number.MAX_SAFE_INTEGER), 0)
  // Whether tests add to the shop's sums says nothing of what one of them is worth in itself.
  const counts = (as: CountedAs) => (state: ToldState) => countedAs(state, family, false) === as
  const amounts = {
    held: sum((state) => roleIn(state) === 'authorization' && hasSucceeded(state)),
    paid: sum(counts('paid')),
    refunded: sum(counts('refunded')),
    chargedBack: sum(counts('charged_back')),
  }
  const { state, by } = stateAndWhy(first, members, amounts)
  const heard = members.map(({ heardAt, receivedAt }) => heardAt ?? receivedAt)
  return {
    uid: root,
    state,
    type: first.type,
    test: first.test,
    at: first.at,
    heardAt: heard.reduce((one, other) => (other < one ? other : one)),
    stateAt: by.saidAt ?? by.receivedAt,
    authenticity: by.authenticity,
    notificationId: first.notificationId,
    currency,
    tried: first.uid === root ? first.amount : null,
    ...amounts,
    checkoutId: first.checkoutId,
    checkoutLink: first.checkoutLink,
    productId: first.productId,
  }
}

type Amounts = Pick<Payment, 'held' | 'paid' | 'refunded' | 'chargedBack'>

/** The state, and the last of the transactions that it rests on. */
function stateAndWhy(
  first: ToldState,
  members: readonly ToldState[],
  { paid, refunded, chargedBack }: Amounts,
): { state: PaymentState; by: ToldState } {
  const last = (which: (state: ToldState) => boolean) => members.filter(which).at(-1)
  const lastOf = (role: TransactionRole) => last((one) => roleIn(one) === role && hasSucceeded(one))
  const chargeback = last(
    (one) => roleIn(one) === 'chargeback' && ['succeeded', 'waiting'].includes(outcomeOf(one.status)),
  )
  const refund = lastOf('refund')
  const released = lastOf('void')
  const capture = lastOf('capture')
  // What goes back from a payment that is known to have failed says nothing of it.
  if (paid === 0 && ['declined', 'expired'].includes(ownState(first)))
    return { state: ownState(first), by: first }
  if (chargeback) return { state: 'disputed', by: chargeback }
  if (refunded > 0 || refund) {
    const by = refund ?? released ?? first
    return { state: refunded + chargedBack >= paid ? 'refunded' : 'partly_refunded', by }
  }
  if (released && (paid === 0 || first.uid === released.uid)) return { state: 'voided', by: released }
  if (capture) return { state: 'paid', by: capture }
  return { state: ownState(first), by: first }
}

function ownState(state: ToldState): PaymentState {
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

/** What was asked for: the amount of the checkout or the price of the product. `isKnown`: it is the price of that time. */
export type Asked = Price & { isTest: boolean; isKnown: boolean }

/** What came in, whatever became of it later. */
const cameIn = ({ held, paid, state }: Payment): number | null => {
  if (paid > 0) return Math.max(paid, held)
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

/** How one payment differs from what was asked for; null where it does not, or everything went back. */
export function comparePayment(payment: Payment, asked: Asked, isLive: boolean): PaymentDifference | null {
  if (isSettledOtherwise(payment)) return null
  if (isLive && payment.test === true && !asked.isTest) return 'test_payment'
  const { currency, refunded } = payment
  const amount = payment.tried === null && payment.paid === 0 ? null : cameIn(payment)
  const difference = differenceOf(asked, { amount, currency })
  if (difference === null) return null
  // Giving back what was too much puts it right.
  if (difference === 'too_much' && amount !== null && amount - refunded <= asked.amount) return null
  return asked.isKnown ? difference : 'not_todays_price'
}

/**
 * The same for all payments of one checkout: the first that is as asked pays it, and each one after that pays again.
 * What is tied to the checkout only by what it refers to is no payment of it.
 */
export function comparePayments(
  payments: readonly Payment[],
  asked: Asked,
  isLive: boolean,
): Map<string, PaymentDifference | null> {
  let isPaid = false
  const compared = new Map<string, PaymentDifference | null>()
  const inTime = payments.toSorted(
    (one, other) => one.at.valueOf() - other.at.valueOf() || compareText(one.uid, other.uid),
  )
  for (const payment of inTime) {
    const own = payment.checkoutLink !== 'parent'
    const difference = own ? comparePayment(payment, asked, isLive) : null
    const counts = own && !isSettledOtherwise(payment) && difference === null
    compared.set(payment.uid, counts && isPaid ? 'paid_again' : difference)
    if (counts) isPaid = true
  }
  return compared
}
