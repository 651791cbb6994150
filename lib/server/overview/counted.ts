import 'server-only'
import type { NotificationContent } from '../../gateway/notification'
import { acquirerResultOf, type Transaction } from '../../gateway/transaction'
import { instantOf } from '../mirror/upsert'
import type { notifications } from '../tables/notifications'
import type { CountedAs, transactionStates } from '../tables/statistics'

/** Types by which money comes in (tables/statistics.ts says why these). */
const moneyTypes = new Set(['payment', 'charge', 'capture'])
/** As for checkouts (checkouts/state.ts), but for those that nobody tried to the end. */
const paidStatuses = new Set(['successful', 'completed'])
const failedStatuses = new Set(['failed', 'error'])
/** Nobody paid, and nobody was refused: they are over, and count as nothing. */
const endedStatuses = new Set(['expired', 'deleted'])

export type State = typeof transactionStates.$inferInsert

/** The columns of a notification that tell what became of a transaction. */
export type Told = Pick<
  typeof notifications.$inferSelect,
  | 'id'
  | 'receivedAt'
  | 'authenticity'
  | 'kind'
  | 'uid'
  | 'status'
  | 'type'
  | 'message'
  | 'amount'
  | 'currency'
  | 'cardBrand'
  | 'test'
  | 'productId'
  | 'transactionAt'
>

/**
 * What a notification with evidence says of its transaction; null where it is about none. Whether a test counts is the
 * shop's (count.ts). Where its body was removed, what only that has (the country, when it was paid) is unknown.
 */
export function stateOf(told: Told, content: NotificationContent): Omit<State, 'shopId'> | null {
  if (told.kind !== 'transaction' || !told.uid) return null
  const transaction = content.kind === 'transaction' ? content.transaction : null
  const { status, type } = told
  const countsAs = countedAs(told)
  return {
    uid: told.uid,
    notificationId: told.id,
    isFinal: [paidStatuses, failedStatuses, endedStatuses].some((some) => some.has(status ?? '')),
    saidAt: told.transactionAt ?? told.receivedAt,
    receivedAt: told.receivedAt,
    at: countedAt(told, transaction),
    status: short(status),
    type: short(type),
    test: told.test,
    authenticity: told.authenticity,
    countsAs,
    amount: told.amount,
    currency: told.currency,
    cardBrand: short(told.cardBrand),
    cardCountry: countryOf(transaction),
    productId: told.productId,
    reason: countsAs === 'failed' ? reasonOf(told.message, transaction) : null,
  }
}

function countedAs({ status, type, amount, currency }: Told): CountedAs | null {
  if (amount === null || amount < 0 || !currency || !/^[A-Z]{3}$/.test(currency)) return null
  if (type === 'refund') return paidStatuses.has(status ?? '') ? 'refunded' : null
  if (!moneyTypes.has(type ?? '')) return null
  if (paidStatuses.has(status ?? '')) return 'paid'
  return failedStatuses.has(status ?? '') ? 'failed' : null
}

/** When it was paid, else made, else last changed: what follows does not move it. Never after it was heard of. */
function countedAt({ transactionAt, receivedAt }: Told, transaction: Transaction | null): Date {
  const said = instantOf(transaction?.paid_at) ?? instantOf(transaction?.created_at) ?? transactionAt
  return said && said < receivedAt ? said : receivedAt
}

const longest = 100
const short = (text: string | null | undefined): string | null =>
  text?.replaceAll('\0', '').slice(0, longest) ?? null

function countryOf(transaction: Transaction | null): string | null {
  const country = transaction?.credit_card?.issuer_country?.toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(country) ? country : null
}

/**
 * Why it failed: what the gateway says, without numbers that would make each one of its own; else its code. A text that
 * holds what the transaction says of its payer is not kept.
 */
function reasonOf(message: string | null, transaction: Transaction | null): string | null {
  const codes = [transaction?.status_code, transaction && acquirerResultOf(transaction)?.bank_code] as const
  const code = short(codes.find(Boolean))
  const said = short(message?.replace(/\d{4,}/g, '…').trim())
  return said && !namesPayer(said, transaction) ? said : code
}

/** Shorter ones stand in other words, too. */
const shortestName = 3

function namesPayer(said: string, transaction: Transaction | null): boolean {
  if (said.includes('@')) return true
  const { customer, billing_address: address, credit_card: card } = transaction ?? {}
  const names = [card?.holder, ...Object.values({ ...customer, ...address })]
  const lower = said.toLowerCase()
  return names.some(
    (name) =>
      typeof name === 'string' &&
      name.trim().length >= shortestName &&
      lower.includes(name.trim().toLowerCase()),
  )
}
