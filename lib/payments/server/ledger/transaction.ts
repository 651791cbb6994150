import 'server-only'
import { evidenceGrades } from '../../evidence'
import { outcomeOf, roleOf, type TransactionOutcome } from '../../state'
import type { NotificationContent } from '../../../gateway/notifications/notification'
import { meansWhole } from '../../../gateway/notifications/sent-amount'
import { acquirerResultOf, type Transaction } from '../../../gateway/notifications/transaction'
import { instantOf } from '../../../core/server/mirror/mirror'
import { maskContacts } from '../../../core/server/search/contacts-in-text'
import type { NotificationRow } from '../../../notifications/server/tables'
import type { transactionStates } from '../tables'

export type TransactionState = typeof transactionStates.$inferSelect

/**
 * A transaction's state according to one notification. Its payment and its part in the sums need related transactions.
 */
export type ReportedState = Omit<
  TransactionState,
  'shopId' | 'rootUid' | 'countsAs' | 'countedBrand' | 'countedCountry'
> & {
  /**
   * Whether the body is still stored. Without it, the time of payment, the card's country, the reason, and whether a
   * card was stored are unknown.
   */
  hasBody: boolean
  /** Whether it is a refund or a void without an amount, which returns what is left of its payment (whole.ts). */
  isWhole: boolean
}

export type ReportedColumns = Pick<
  NotificationRow,
  | 'id'
  | 'receivedAt'
  | 'authenticity'
  | 'fingerprint'
  | 'kind'
  | 'uid'
  | 'parentUid'
  | 'status'
  | 'type'
  | 'message'
  | 'amount'
  | 'currency'
  | 'cardBrand'
  | 'test'
  | 'checkoutId'
  | 'checkoutLink'
  | 'productId'
  | 'productLink'
  | 'transactionAt'
>

/** Returns the transaction state that a notification with evidence reports; null if it is not about a transaction. */
export function stateOf(reported: ReportedColumns, content: NotificationContent): ReportedState | null {
  if (reported.kind !== 'transaction' || !reported.uid) return null
  const transaction = content.kind === 'transaction' ? content.transaction : null
  const status = statusOf(reported, transaction)
  const outcome = outcomeOf(status)
  return {
    uid: reported.uid,
    parentUid: reported.parentUid,
    notificationId: reported.id,
    reconciliationId: null,
    isFinal: outcome === 'succeeded' || outcome === 'declined' || outcome === 'ended',
    statedAt: reported.transactionAt,
    fingerprint: reported.fingerprint.toString('hex'),
    receivedAt: reported.receivedAt,
    reportedAt: reported.receivedAt,
    at: countedAt(reported, transaction),
    status: short(status),
    type: short(reported.type),
    test: reported.test,
    authenticity: reported.authenticity,
    amount: reported.amount,
    currency: reported.currency,
    cardBrand: short(reported.cardBrand),
    cardCountry: countryOf(transaction),
    checkoutId: reported.checkoutId,
    checkoutLink: reported.checkoutLink,
    productId: reported.productId,
    productLink: reported.productLink,
    reason: outcome === 'declined' ? reasonOf(reported.message, transaction) : null,
    hasBody: transaction !== null,
    isWhole: meansWhole(content),
  }
}

/** A transaction can succeed although its tokenization failed. If it only stores a card, it then stored none. */
function statusOf({ status, type }: ReportedColumns, transaction: Transaction | null): string | null {
  const isUnstored = roleOf(type) === 'card' && transaction?.tokenization?.status === 'failed'
  return isUnstored && outcomeOf(status) === 'succeeded' ? 'failed' : status
}

const outcomeRank: Record<TransactionOutcome, number> = {
  succeeded: 4,
  declined: 3,
  ended: 2,
  waiting: 1,
  unknown: 0,
}

type Ordered = Pick<
  TransactionState,
  'isFinal' | 'statedAt' | 'status' | 'authenticity' | 'amount' | 'fingerprint'
>

/**
 * Decides which of two notifications of a transaction counts, in any order of arrival; positive for `one`. The criteria
 * in order: final, not only in a statement, later by its own time (none is earliest), better outcome, better evidence,
 * smaller amount (claims the least), hash of the body.
 */
export function compareReported(one: Ordered, other: Ordered): number {
  return (
    Number(one.isFinal) - Number(other.isFinal) ||
    Number(one.authenticity !== 'statement') - Number(other.authenticity !== 'statement') ||
    (one.statedAt?.valueOf() ?? 0) - (other.statedAt?.valueOf() ?? 0) ||
    outcomeRank[outcomeOf(one.status)] - outcomeRank[outcomeOf(other.status)] ||
    evidenceGrades.indexOf(one.authenticity) - evidenceGrades.indexOf(other.authenticity) ||
    (other.amount ?? Number.MAX_SAFE_INTEGER) - (one.amount ?? Number.MAX_SAFE_INTEGER) ||
    compareText(one.fingerprint ?? '', other.fingerprint ?? '')
  )
}

export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export function mergeReported(known: ReportedState | null, reported: ReportedState): ReportedState {
  if (known === null) return reported
  const [last, overruled] = compareReported(reported, known) >= 0 ? [reported, known] : [known, reported]
  const other = withoutStatementLinks(overruled)
  const isSame = reported.notificationId !== null && reported.notificationId === known.notificationId
  const { at, status, cardCountry, reason, isWhole } = isSame && !reported.hasBody ? known : last
  return {
    ...last,
    at,
    status,
    cardCountry,
    reason,
    isWhole,
    hasBody: last.hasBody || other.hasBody,
    parentUid: parentOf(last, other),
    test: isTestBy(last, other),
    reportedAt: earliest(known.reportedAt ?? known.receivedAt, reported.reportedAt ?? reported.receivedAt),
    ...surestLinks(last, other),
    // Of several that a person set, a notification may have an earlier one.
    ...linksByHand([known]),
  }
}

/** A statement's links only count while it decides. Its surer links come from elsewhere. */
const withoutStatementLinks = (state: ReportedState): ReportedState => {
  if (state.authenticity !== 'statement') return state
  const isSurer = state.checkoutLink === 'payment_token' || state.checkoutLink === 'hand'
  return { ...state, parentUid: null, ...(isSurer ? {} : { checkoutId: null, checkoutLink: null }) }
}

/** The smaller UID where they contradict, as which of several notifications named a parent is not stored. */
function parentOf(one: ReportedState, other: ReportedState): string | null {
  const named = [one, other].flatMap(({ parentUid }) => parentUid ?? [])
  return named.toSorted(compareText)[0] ?? null
}

/** A transaction is a test if any of its notifications says so, even if a later one does not. */
const isTestBy = (one: ReportedState, other: ReportedState): boolean | null =>
  one.test === true || other.test === true || (one.test ?? other.test)

const earliest = (one: Date, other: Date): Date => (other < one ? other : one)

export type Links = Pick<TransactionState, 'checkoutId' | 'checkoutLink' | 'productId' | 'productLink'>

/** Returns the links that a person set on one of several transactions or notifications, those of the first. */
export function linksByHand(all: readonly Links[]): Partial<Links> {
  const checkout = all.find(({ checkoutLink }) => checkoutLink === 'hand')
  const product = all.find(({ productLink }) => productLink === 'hand')
  return {
    ...(checkout && { checkoutId: checkout.checkoutId, checkoutLink: 'hand' }),
    ...(product && { productId: product.productId, productLink: 'hand' }),
  }
}

const waysToCheckout = ['parent', 'tracking_id', 'payment_token', 'hand']
const waysToProduct = ['parent', 'likely', 'id', 'hand']

/** Returns the surest links: two notifications of a transaction may be linked in different ways. */
function surestLinks(one: Links, other: Links): Links {
  const checkout = [one, other].toSorted(
    (a, b) =>
      waysToCheckout.indexOf(b.checkoutLink ?? '') - waysToCheckout.indexOf(a.checkoutLink ?? '') ||
      compareText(a.checkoutId ?? '', b.checkoutId ?? ''),
  )[0]
  const product = [one, other].toSorted(
    (a, b) =>
      waysToProduct.indexOf(b.productLink ?? '') - waysToProduct.indexOf(a.productLink ?? '') ||
      compareText(a.productId ?? '', b.productId ?? ''),
  )[0]
  return {
    checkoutId: checkout?.checkoutId ?? null,
    checkoutLink: checkout?.checkoutLink ?? null,
    productId: product?.productId ?? null,
    productLink: product?.productLink ?? null,
  }
}

const sureness = (ways: readonly string[], way: string | null): number => Math.max(ways.indexOf(way ?? ''), 0)

/**
 * Returns which of the given links replace those of a state. None, or an inherited one, does not replace one that another
 * notification of the transaction has itself; only a person replaces what a person set.
 */
export function replacingLinks(known: Links, given: Partial<Links>): Partial<Links> {
  const { checkoutId = null, checkoutLink, productId = null, productLink } = given
  const replaces = (ways: readonly string[], way: string | null | undefined, before: string | null) =>
    way !== undefined && sureness(ways, way) >= sureness(ways, before)
  return {
    ...(replaces(waysToCheckout, checkoutLink, known.checkoutLink) ? { checkoutId, checkoutLink } : {}),
    ...(replaces(waysToProduct, productLink, known.productLink) ? { productId, productLink } : {}),
  }
}

/** When it was paid, else created, else last changed, so that later changes do not move it. Never after its receipt. */
function countedAt({ transactionAt, receivedAt }: ReportedColumns, transaction: Transaction | null): Date {
  const stated = instantOf(transaction?.paid_at) ?? instantOf(transaction?.created_at) ?? transactionAt
  return stated && stated < receivedAt ? stated : receivedAt
}

const longest = 100
const short = (text: string | null | undefined): string | null =>
  text?.replaceAll('\0', '').slice(0, longest) ?? null

function countryOf(transaction: Transaction | null): string | null {
  const country = transaction?.credit_card?.issuer_country?.toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(country) ? country : null
}

/**
 * Returns the gateway's message, without long numbers that would make every reason unique. Returns a code if there is
 * none, or if it contains the customer's data.
 */
function reasonOf(message: string | null, transaction: Transaction | null): string | null {
  const codes = [transaction?.status_code, transaction && acquirerResultOf(transaction)?.bank_code] as const
  const code = short(codes.find(Boolean))
  const text = short(message?.replace(/\d{4,}/g, '…').trim())
  return text && !namesPayer(text, transaction) ? text : code
}

/** Shorter names also occur inside other words. */
const shortestName = 3

function namesPayer(text: string, transaction: Transaction | null): boolean {
  if (text.includes('@') || maskContacts(text) !== text) return true
  const { customer, billing_address: address, credit_card: card } = transaction ?? {}
  const names = [card?.holder, ...Object.values({ ...customer, ...address })]
  const lower = text.toLowerCase()
  return names.some(
    (name) =>
      typeof name === 'string' &&
      name.trim().length >= shortestName &&
      lower.includes(name.trim().toLowerCase()),
  )
}
