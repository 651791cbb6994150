import 'server-only'
import type { NotificationContent } from '../../gateway/notification'
import { parentUidOf } from '../../gateway/transaction'
import { checkoutKeys, transactionKeys } from '../../customers/server/keys'
import { searchText } from '../../core/server/search/fold'
import { instantOf } from '../../core/server/mirror/upsert'
import { payloadTexts } from './payload-texts'
import { termsIn } from './search-terms'
import type { notifications } from './tables'

/**
 * What a notification says, in the columns that lists show and customers are found by. NUL, which PostgreSQL's text
 * refuses, is dropped here; the body keeps it.
 */
export function describeNotification(
  content: NotificationContent,
): Partial<typeof notifications.$inferInsert> {
  const clean = (text: string | null | undefined) => text?.replaceAll('\0', '').slice(0, 1000) ?? null
  // An index holds no longer one.
  const short = (text: string | null | undefined) => clean(text)?.slice(0, 255) ?? null
  if (content.kind === 'transaction') {
    const { transaction } = content
    // A chargeback may name its order and its payer only in what it says of the payment that it refers to.
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
      status: clean(transaction.status),
      type: clean(transaction.type),
      message: clean(transaction.message),
      amount: transaction.amount ?? null,
      currency: clean(transaction.currency),
      cardBrand: clean(transaction.credit_card?.brand),
      cardLast4: clean(transaction.credit_card?.last_4),
      test: transaction.test ?? null,
      transactionAt: instantOf(transaction.updated_at) ?? instantOf(transaction.created_at),
      paymentToken: short(transaction.additional_data?.vendor?.token),
      keys: transactionKeys(transaction),
      ...searchOf(content.json, Object.values(named)),
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
      currency: clean(checkout.order?.currency),
      test: checkout.test ?? null,
      paymentToken: short(checkout.token),
      // To be found where the payer is to be blanked; a payment it is not.
      keys: checkoutKeys(checkout.customer, checkout.order?.tracking_id),
      ...searchOf(content.json, Object.values(named)),
    }
  }
  return {
    kind: content.kind,
    keys: [],
    ...searchOf(content.kind === 'unreadable' ? null : content.json, []),
  }
}

/** What lists search in: what it is known by, and then whatever stands in its payload. */
function searchOf(json: unknown, named: (string | null)[]) {
  const { open, personal } = payloadTexts(json)
  return {
    search: searchText([...named, open]),
    searchPersonal: searchText([personal]),
    searchTerms: termsIn(json),
  }
}
