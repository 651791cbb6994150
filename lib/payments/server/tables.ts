import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Authenticity, checkoutLinks, productLinks } from '../../notifications/schema'
import type { PaymentDifference, PaymentState } from '../state'
import { instant } from '../../core/server/tables/columns'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/**
 * What a transaction adds to the sums of a shop: `paid` and `failed` are payments, charges and captures; an authorization
 * takes no money. Money that went back is `refunded` (refunds, and voids of what was paid) or `charged_back`.
 */
export type CountedAs = 'paid' | 'failed' | 'refunded' | 'charged_back'

/**
 * The state of each transaction, worked out from its notifications (transaction.ts): one row each. Nothing here
 * names a payer: the rows stay as they are when somebody is anonymised or a notification's body is removed.
 */
export const transactionStates = pgTable(
  'transaction_states',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    uid: text('uid').notNull(),
    /** The transaction that it refers to, and the payment that it belongs to (`payments.uid`). */
    parentUid: text('parent_uid'),
    rootUid: text('root_uid'),
    /** The notification that counts; the next three and `evidence` decide which one that is. */
    notificationId: uuid('notification_id').notNull(),
    isFinal: boolean('is_final').notNull(),
    /** When the transaction last changed, in its own words; null: it does not say. */
    saidAt: instant('said_at'),
    /** SHA-256 of that notification's body, in hexadecimal. */
    fingerprint: text('fingerprint'),
    /** When the notification that counts came, and when the first of this transaction did. */
    receivedAt: instant('received_at').notNull(),
    heardAt: instant('heard_at'),
    /** When it counts: when it was paid, else made. */
    at: instant('at').notNull(),
    status: text('status'),
    type: text('type'),
    test: boolean('test'),
    authenticity: text('authenticity').$type<Authenticity>().notNull(),
    /** Null: it adds nothing to any sum. */
    countsAs: text('counts_as').$type<CountedAs>(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency'),
    cardBrand: text('card_brand'),
    /** Of the bank that issued the card, alpha-2. */
    cardCountry: text('card_country'),
    checkoutId: text('checkout_id'),
    checkoutLink: text('checkout_link').$type<(typeof checkoutLinks)[number]>(),
    productId: text('product_id'),
    productLink: text('product_link').$type<(typeof productLinks)[number]>(),
    /** Why it failed, in the gateway's words, without anything that could name a person. */
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.uid] }),
    index('transaction_states_counted')
      .on(table.shopId, table.currency, table.at)
      .where(sql`${table.countsAs} IN ('paid', 'failed')`),
    index('transaction_states_root').on(table.shopId, table.rootUid),
    index('transaction_states_parent')
      .on(table.shopId, table.parentUid)
      .where(sql`${table.parentUid} IS NOT NULL`),
  ],
)

/**
 * Payments, each with what refers to it: an authorization with its captures and voids, a payment with its refunds and
 * chargebacks. Derived from `transaction_states` (payment.ts) but for who accepted a difference.
 */
export const payments = pgTable(
  'payments',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    /** UID of its first transaction, even where only what refers to that was heard of. */
    uid: text('uid').notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    /** Of its first transaction, or of the first that was heard of. */
    type: text('type'),
    test: boolean('test'),
    /** When it happened, and when it was first heard of here. */
    at: instant('at').notNull(),
    heardAt: instant('heard_at').notNull(),
    /** When its state became what it is, and what that rests on. */
    stateAt: instant('state_at').notNull(),
    authenticity: text('authenticity').$type<Authenticity>().notNull(),
    /** The notification that tells most of it. */
    notificationId: uuid('notification_id').notNull(),
    currency: text('currency'),
    /** Minor units. `tried`: what the first transaction is about, whether it succeeded or not. */
    tried: bigint('tried', { mode: 'number' }),
    held: bigint('held', { mode: 'number' }).notNull(),
    paid: bigint('paid', { mode: 'number' }).notNull(),
    refunded: bigint('refunded', { mode: 'number' }).notNull(),
    chargedBack: bigint('charged_back', { mode: 'number' }).notNull(),
    checkoutId: text('checkout_id'),
    checkoutLink: text('checkout_link').$type<(typeof checkoutLinks)[number]>(),
    productId: text('product_id'),
    /** What was asked for, where that is known, and how what was paid differs. */
    askedAmount: bigint('asked_amount', { mode: 'number' }),
    askedCurrency: text('asked_currency'),
    difference: text('difference').$type<PaymentDifference>(),
    /** Who accepted the difference, and which one: another one is not accepted by that. */
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
  ],
)
export type PaymentRow = typeof payments.$inferSelect
