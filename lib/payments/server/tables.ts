import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { checkoutLinks, productLinks } from '../../notifications/schema'
import type { Evidence } from '../evidence'
import type { CountedAs, PaymentDifference, PaymentState } from '../state'
import { instant } from '../../core/server/tables/columns'
import { shopColumn, shops } from '../../core/server/tables/shops'
import { userColumn, users } from '../../core/server/tables/users'

/**
 * The state of each transaction, derived from its notifications (transaction.ts). Without personal data, so rows
 * survive anonymisation and retention.
 */
export const transactionStates = pgTable(
  'transaction_states',
  {
    shopId: shopColumn(),
    uid: text('uid').notNull(),
    /** The transaction it refers to, and the payment it belongs to (`payments.uid`). */
    parentUid: text('parent_uid'),
    rootUid: text('root_uid'),
    /** The notification that decides this state (`compareReported` in transaction.ts). Null: a statement does. */
    notificationId: uuid('notification_id'),
    /** The reconciliation that recorded it. Null: a notification decides. */
    reconciliationId: uuid('reconciliation_id'),
    isFinal: boolean('is_final').notNull(),
    /** When the transaction last changed, according to that notification. Null: not stated. */
    statedAt: instant('said_at'),
    /** SHA-256 of that notification's body, in hexadecimal. */
    fingerprint: text('fingerprint'),
    /** When the deciding notification arrived, and when the transaction's first notification did. */
    receivedAt: instant('received_at').notNull(),
    reportedAt: instant('heard_at'),
    /** The time it counts at: when it was paid, else created. */
    at: instant('at').notNull(),
    status: text('status'),
    type: text('type'),
    test: boolean('test'),
    authenticity: text('authenticity').$type<Evidence>().notNull(),
    /** Null: adds to no sum. */
    countsAs: text('counts_as').$type<CountedAs>(),
    /** Minor units. Of a refund or a void that came without one: what was left to return (whole.ts). */
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency'),
    cardBrand: text('card_brand'),
    /** The issuing bank's country, alpha-2. */
    cardCountry: text('card_country'),
    /** The card it counts under: its own, else its payment's. An earlier release leaves them null. */
    countedBrand: text('counted_brand'),
    countedCountry: text('counted_country'),
    checkoutId: text('checkout_id'),
    checkoutLink: text('checkout_link').$type<(typeof checkoutLinks)[number]>(),
    productId: text('product_id'),
    productLink: text('product_link').$type<(typeof productLinks)[number]>(),
    /** Why it failed, in the gateway's words, without personal data. */
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.uid] }),
    index('transaction_states_counted')
      .on(table.shopId, table.currency, table.at)
      .where(sql`${table.countsAs} IN ('paid', 'failed')`),
    index('transaction_states_returned')
      .on(table.shopId, table.currency, table.at)
      .where(sql`${table.countsAs} IN ('refunded', 'charged_back')`),
    index('transaction_states_root').on(table.shopId, table.rootUid),
    index('transaction_states_parent')
      .on(table.shopId, table.parentUid)
      .where(sql`${table.parentUid} IS NOT NULL`),
    index('transaction_states_reconciliation')
      .on(table.shopId, table.reconciliationId)
      .where(sql`${table.reconciliationId} IS NOT NULL`),
    // Belong to the customer of their checkout (lib/customers/server/reading/transactions.ts).
    index('transaction_states_stated')
      .on(table.shopId, table.checkoutId)
      .where(sql`${table.reconciliationId} IS NOT NULL AND ${table.checkoutId} IS NOT NULL`),
  ],
)

type AmountColumns = Record<'currency' | 'paid' | 'held' | 'tried' | 'refunded' | 'chargedBack', SQLWrapper>

/** The amount that a list shows: paid, else held, tried, refunded or charged back (`amountOf`). Minor units. */
const mainAmount = (of: AmountColumns): SQL =>
  sql`coalesce(nullif(${of.paid}, 0), nullif(${of.held}, 0), nullif(${of.tried}, 0), nullif(${of.refunded}, 0), ${of.chargedBack})`

/** Currency and amount as text in one order, because amounts compare within one currency only. */
export const amountKey = (of: AmountColumns): SQL =>
  sql`(coalesce(${of.currency}, '') || lpad(${mainAmount(of)}::text, 19, '0') COLLATE "C")`

/**
 * Payments that were refunded or charged back, in part or whole. Also tests the sums, because instances of an earlier
 * release do not set `has_returned`. The sums are of the payment's own currency only.
 */
export const whereReturned = (of: Record<'hasReturned' | 'refunded' | 'chargedBack', SQLWrapper>): SQL =>
  sql`(${of.hasReturned} OR ${of.refunded} + ${of.chargedBack} > 0)`

/**
 * Payments, each with everything that refers to it, such as captures, refunds and chargebacks. Derived from
 * `transaction_states` (payment.ts), except who accepted a difference.
 */
export const payments = pgTable(
  'payments',
  {
    shopId: shopColumn(),
    /** UID of its first transaction, even if only transactions that refer to it are known. */
    uid: text('uid').notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    /** Taken from the first transaction, or else from the earliest known one. */
    type: text('type'),
    test: boolean('test'),
    /** When it happened, and when its first notification arrived. */
    at: instant('at').notNull(),
    reportedAt: instant('heard_at').notNull(),
    /** When the current state began, and the evidence for it. */
    stateAt: instant('state_at').notNull(),
    authenticity: text('authenticity').$type<Evidence>().notNull(),
    /** The deciding notification of the first known transaction. Null: a statement decides. */
    notificationId: uuid('notification_id'),
    currency: text('currency'),
    /** Minor units. `tried`: the first transaction's amount, even if it failed. */
    tried: bigint('tried', { mode: 'number' }),
    /** Authorised, less what voids released, but at least what was captured. All of it if nothing is left of it. */
    held: bigint('held', { mode: 'number' }).notNull(),
    paid: bigint('paid', { mode: 'number' }).notNull(),
    refunded: bigint('refunded', { mode: 'number' }).notNull(),
    chargedBack: bigint('charged_back', { mode: 'number' }).notNull(),
    /**
     * Whether money went back, in any currency and also where no amount says how much. An earlier release leaves it
     * false.
     */
    hasReturned: boolean('has_returned').notNull().default(false),
    /** The first that one of its transactions has. `card_country`: the issuing bank's, alpha-2. */
    cardBrand: text('card_brand'),
    cardCountry: text('card_country'),
    checkoutId: text('checkout_id'),
    checkoutLink: text('checkout_link').$type<(typeof checkoutLinks)[number]>(),
    productId: text('product_id'),
    /** What was asked for. Null: unknown. */
    askedAmount: bigint('asked_amount', { mode: 'number' }),
    askedCurrency: text('asked_currency'),
    difference: text('difference').$type<PaymentDifference>(),
    /** `accepted_for` identifies the accepted difference. Another one needs another acceptance. */
    acceptedAt: instant('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id),
    acceptedFor: text('accepted_for'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.uid] }),
    index('payments_checkout')
      .on(table.shopId, table.checkoutId)
      .where(sql`${table.checkoutId} IS NOT NULL`),
    index('payments_product')
      .on(table.shopId, table.productId, table.at)
      .where(sql`${table.productId} IS NOT NULL`),
    index('payments_attention')
      .on(table.shopId, table.stateAt)
      .where(sql`${table.state} IN ('differs', 'disputed')`),
    // The list, and its filters. Where most rows share a value, the list's own index serves the filter.
    index('payments_at').on(table.shopId, table.at, table.uid),
    index('payments_state').on(table.shopId, table.state, table.at, table.uid),
    index('payments_currency').on(table.shopId, table.currency, table.at, table.uid),
    index('payments_amount').on(table.shopId, amountKey(table), table.uid),
    index('payments_brand')
      .on(table.shopId, table.cardBrand, table.at, table.uid)
      .where(sql`${table.cardBrand} IS NOT NULL`),
    index('payments_country')
      .on(table.shopId, table.cardCountry, table.at, table.uid)
      .where(sql`${table.cardCountry} IS NOT NULL`),
    index('payments_type')
      .on(table.shopId, table.type, table.at, table.uid)
      .where(sql`${table.type} <> 'payment'`),
    index('payments_evidence')
      .on(table.shopId, table.authenticity, table.at, table.uid)
      .where(sql`${table.authenticity} <> 'signature'`),
    index('payments_test')
      .on(table.shopId, table.at, table.uid)
      .where(sql`${table.test}`),
    index('payments_difference')
      .on(table.shopId, table.at, table.uid)
      .where(sql`${table.difference} IS NOT NULL`),
    index('payments_returned').on(table.shopId, table.at, table.uid).where(whereReturned(table)),
    index('payments_unlinked')
      .on(table.shopId, table.at, table.uid)
      .where(sql`${table.checkoutId} IS NULL AND ${table.productId} IS NULL`),
  ],
)
export type PaymentRow = typeof payments.$inferSelect

/** Shops whose payments of an earlier release have their later columns (earlier.ts). */
export const filledPayments = pgTable('filled_payments', {
  shopId: text('shop_id')
    .primaryKey()
    .references(() => shops.id),
  after: text('after').notNull().default(''),
  doneAt: instant('done_at'),
})

/** What people wrote down about a payment. Emptied when its customer is anonymised. */
export const paymentNotes = pgTable(
  'payment_notes',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    /** A transaction of the payment; in earlier releases `payments.uid` of that moment. */
    uid: text('uid').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: userColumn('created_by'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('payment_notes_payment').on(table.shopId, table.uid, table.createdAt),
  ],
)
