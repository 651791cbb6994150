import 'server-only'
import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ActorContext } from '../../../core/server/context'
import { cutText } from '../../../core/server/search/contacts-in-text'
import { qualified } from '../../../core/server/sql'
import { readNotification } from '../../../gateway/notifications/notification'
import { sentAmount } from '../../../gateway/notifications/sent-amount'
import { acquirerResultOf, type Transaction } from '../../../gateway/notifications/transaction'
import { notifications } from '../../../notifications/server/tables'
import { declineKindOf } from '../../decline'
import type { PaymentDetail, Source } from '../../detail'
import { outcomeOf } from '../../state'
import { payments, transactionStates } from '../tables'

const maxSources = 200
/** A larger body is not a payment, and a page would load megabytes. */
const largestRead = 64 * 1024
const maxTries = 50

/**
 * Returns the sources of a payment and of other attempts to pay its checkout, oldest first, also those without
 * evidence. `deciding`: the transaction of the notification that decides the payment's first transaction.
 */
export async function sourcesOf(
  context: ActorContext,
  payment: Pick<PaymentDetail, 'uid' | 'checkout_id' | 'notification_id'>,
): Promise<{ sources: Source[]; deciding: Transaction | null }> {
  const uids = await triesOf(context, payment)
  const [rows, inStatements] = await Promise.all([storedOf(context, uids), recordedOf(context, uids)])
  const read = rows.map((row) => ({ row, transaction: transactionIn(row) }))
  const sources = [
    ...read.map(({ row, transaction }) => toSource(payment.uid, row, transaction)),
    ...inStatements,
  ]
  const deciding = read.find(({ row }) => row.id === payment.notification_id)?.transaction ?? null
  return { sources: sources.toSorted(byTime), deciding }
}

type Stored = Awaited<ReturnType<typeof storedOf>>[number]

function transactionIn({ body }: Stored): Transaction | null {
  const content = body && readNotification(body)
  return content?.kind === 'transaction' ? content.transaction : null
}

function toSource(uid: string, { body, ...row }: Stored, transaction: Transaction | null): Source {
  const bankCode = (transaction && acquirerResultOf(transaction)?.bank_code) ?? null
  const sent = row.amount === null && body ? sentAmount(body) : null
  const isDeclined = outcomeOf(row.status) === 'declined'
  return {
    notification_id: row.id,
    reconciliation_id: null,
    at: (row.transactionAt ?? row.receivedAt).toISOString(),
    received_at: row.receivedAt.toISOString(),
    uid: row.uid ?? uid,
    parent_uid: row.parentUid,
    payment_uid: row.rootUid ?? uid,
    type: row.type,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    amount_sent: sent === null ? null : cutText(sent, longestAmount),
    message: row.message,
    bank_code: bankCode,
    three_d_secure_status: transaction?.three_d_secure_verification?.status ?? null,
    decline: isDeclined ? declineKindOf(row.message, bankCode) : null,
    card_brand: row.cardBrand,
    card_last_4: row.cardLast4,
    authenticity: row.authenticity,
    quarantined: row.authenticity === 'unverified',
    decides: row.decidedBy === row.id,
  }
}

const storedOf = ({ engine, shop }: ActorContext, uids: readonly string[]) =>
  engine.db
    .select({
      id: notifications.id,
      receivedAt: notifications.receivedAt,
      transactionAt: notifications.transactionAt,
      uid: notifications.uid,
      parentUid: notifications.parentUid,
      status: notifications.status,
      type: notifications.type,
      message: notifications.message,
      amount: notifications.amount,
      currency: notifications.currency,
      cardBrand: notifications.cardBrand,
      cardLast4: notifications.cardLast4,
      authenticity: notifications.authenticity,
      rootUid: transactionStates.rootUid,
      decidedBy: transactionStates.notificationId,
      body: sql<Buffer | null>`CASE WHEN ${notifications.anonymisationId} IS NULL
        AND octet_length(${notifications.body}) <= ${largestRead} THEN ${notifications.body} END`,
    })
    .from(transactionStates)
    .innerJoin(
      notifications,
      and(eq(notifications.shopId, transactionStates.shopId), eq(notifications.uid, transactionStates.uid)),
    )
    .where(
      and(
        eq(transactionStates.shopId, shop.id),
        sql`${transactionStates.rootUid} = ANY(${sql.param(uids)}::text[])`,
        eq(notifications.hook, 'notification'),
        // A repetition can decide: it says the same of a later time, and is listed in place of the first.
        or(
          eq(notifications.id, transactionStates.notificationId),
          and(
            isNull(notifications.duplicateOf),
            sql`NOT EXISTS (SELECT FROM notifications d WHERE d.shop_id = ${qualified(transactionStates.shopId)}
              AND d.id = ${qualified(transactionStates.notificationId)} AND d.duplicate_of = ${qualified(notifications.id)})`,
          ),
        ),
      ),
    )
    .orderBy(desc(notifications.receivedAt), desc(notifications.id))
    .limit(maxSources)

/** Returns transactions that only statements report. */
async function recordedOf({ engine, shop }: ActorContext, uids: readonly string[]): Promise<Source[]> {
  const rows = await engine.db
    .select()
    .from(transactionStates)
    .where(
      and(
        eq(transactionStates.shopId, shop.id),
        sql`${transactionStates.rootUid} = ANY(${sql.param(uids)}::text[])`,
        isNotNull(transactionStates.reconciliationId),
      ),
    )
    .limit(maxSources)
  return rows.map((row) => ({
    notification_id: null,
    reconciliation_id: row.reconciliationId,
    at: row.at.toISOString(),
    received_at: row.receivedAt.toISOString(),
    uid: row.uid,
    parent_uid: row.parentUid,
    payment_uid: row.rootUid ?? row.uid,
    type: row.type,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    amount_sent: null,
    message: null,
    bank_code: null,
    three_d_secure_status: null,
    decline: null,
    card_brand: null,
    card_last_4: null,
    authenticity: row.authenticity,
    quarantined: false,
    decides: true,
  }))
}

const byTime = (one: Source, other: Source): number => {
  const [a, b] = [
    [one.at, one.received_at],
    [other.at, other.received_at],
  ]
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

const longestAmount = 60

/** The payment, and the other tries to pay its checkout. */
async function triesOf(
  { engine, shop }: ActorContext,
  { uid, checkout_id: checkoutId }: Pick<PaymentDetail, 'uid' | 'checkout_id'>,
): Promise<string[]> {
  if (checkoutId === null) return [uid]
  const rows = await engine.db
    .select({ uid: payments.uid })
    .from(payments)
    .where(and(eq(payments.shopId, shop.id), eq(payments.checkoutId, checkoutId)))
    .orderBy(desc(payments.at), desc(payments.uid))
    .limit(maxTries)
  return [...new Set([uid, ...rows.map((row) => row.uid)])]
}
