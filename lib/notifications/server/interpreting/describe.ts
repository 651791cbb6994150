import 'server-only'
import { instantOf } from '../../../core/server/mirror/mirror'
import { cutText, separateContacts } from '../../../core/server/search/contacts-in-text'
import { searchText } from '../../../core/server/search/fold'
import { checkoutKeys, keysWithin, transactionKeys } from '../../../customers/server/keys'
import { askedTransaction, type NotificationContent } from '../../../gateway/notifications/notification'
import { parentUidOf } from '../../../gateway/notifications/transaction'
import { payloadTexts } from '../search/search-terms'
import type { notifications } from '../tables'

type Given = string | null | undefined

const clean = (text: Given): string | null =>
  typeof text === 'string' ? cutText(text.replaceAll('\0', ''), 1000).toWellFormed() : null

/** Indexed columns cannot hold longer values. */
const short = (text: Given): string | null => text?.replaceAll('\0', '').slice(0, 255).toWellFormed() ?? null

/**
 * Returns the columns that lists show and customers are found by, as they will be stored: without NUL, which PostgreSQL's
 * text rejects, and with U+FFFD for half a character. A UID must equal itself when it is read again. The body keeps both.
 */
export function describeNotification(
  content: NotificationContent,
): Partial<typeof notifications.$inferInsert> {
  if (content.kind === 'transaction') {
    const { transaction } = content
    // A chargeback may name its order and its customer only in `parent_transaction`.
    const parent = transaction.parent_transaction
    const named = {
      uid: short(transaction.uid),
      description: clean(transaction.description),
      trackingId: clean(transaction.tracking_id || parent?.tracking_id),
    }
    const email = clean(transaction.customer?.email || parent?.customer?.email)
    return {
      kind: 'transaction',
      ...named,
      parentUid: short(parentUidOf(transaction)) || null,
      email,
      status: short(transaction.status),
      type: clean(transaction.type),
      message: clean(transaction.message),
      amount: transaction.amount ?? null,
      currency: short(transaction.currency),
      cardBrand: clean(transaction.credit_card?.brand),
      cardLast4: clean(transaction.credit_card?.last_4),
      test: transaction.test ?? null,
      transactionAt: instantOf(transaction.updated_at) ?? instantOf(transaction.created_at),
      paymentToken: short(transaction.additional_data?.vendor?.token),
      keys: transactionKeys(transaction),
      ...searchOf(content.json, named),
    }
  }
  if (content.kind === 'expired_checkout') {
    const { checkout } = content
    const named = {
      description: clean(checkout.order?.description),
      trackingId: clean(checkout.order?.tracking_id),
    }
    return {
      kind: 'expired_checkout',
      ...named,
      status: 'expired',
      message: clean(checkout.message),
      amount: checkout.order?.amount ?? null,
      currency: short(checkout.order?.currency),
      test: checkout.test ?? null,
      paymentToken: short(checkout.token),
      // Makes it findable when the customer is anonymised, although it is not a payment.
      keys: checkoutKeys(checkout.customer, checkout.order?.tracking_id),
      ...searchOf(content.json, named),
    }
  }
  if (content.kind === 'unreadable') return { kind: 'unreadable', keys: [], ...searchOf(null, {}) }
  // Such a body belongs to no customer, but is found when one is anonymised.
  return { kind: 'unknown', keys: keysWithin(content.json), ...searchOf(content.json, {}) }
}

/**
 * The same for a verification request. One that is not wrapped has no columns with personal data, because anonymising reads
 * none of them from its body (redaction/anonymise.ts).
 */
export function describeVerification(content: NotificationContent): ReturnType<typeof describeNotification> {
  const described = describeNotification(content)
  const transaction = askedTransaction(content)
  if (!transaction) return described
  const asked = describeNotification({ kind: 'transaction', transaction, json: null })
  const { uid, parentUid, status, type, amount, currency, test, transactionAt, paymentToken } = asked
  const shown = { uid, parentUid, status, type, amount, currency, test, transactionAt, paymentToken }
  return { ...described, ...shown, kind: 'verification' }
}

type Named = Partial<Record<'uid' | 'description' | 'trackingId', string | null>>

/** A UID is searched as it is, because its digits can look like a telephone number. */
function searchOf(json: unknown, { uid, description, trackingId }: Named) {
  const withoutContacts = [description, trackingId].map((text) => separateContacts(text ?? '').rest)
  const lines = [uid ?? '', ...withoutContacts]
  const { open, personal, terms } = payloadTexts(json, lines)
  return {
    search: searchText([...lines, open]),
    searchPersonal: searchText([personal]),
    searchTerms: terms,
  }
}
