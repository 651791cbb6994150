import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  authenticityGrades,
  checkoutLinks,
  credentialVerdicts,
  networkVerdicts,
  notificationHooks,
  notificationKinds,
  productLinks,
  signatureVerdicts,
  VerificationAnswer,
} from '../schema'
import { bytea, instant } from '../../core/server/tables/columns'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/** An index of those rows only that have a value there. */
const indexOfThose = (name: string, shopId: ExtraConfigColumn, column: ExtraConfigColumn) =>
  index(name)
    .on(shopId, column)
    .where(sql`${column} IS NOT NULL`)

/**
 * What the gateway posted, as it came: the body is bytes, because text cannot hold all that may arrive.
 * Recorded before it is read; the columns from `kind` on are worked out afterwards (`processed_at`).
 * The same body with the same evidence is one row with a count; different evidence is never merged, so that
 * a forged copy cannot swallow the real one.
 */
export const notifications = pgTable(
  'notifications',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    /** Which address it was posted to. */
    hook: text('hook').$type<(typeof notificationHooks)[number]>().notNull().default('notification'),
    receivedAt: instant('received_at').notNull(),
    lastReceivedAt: instant('last_received_at').notNull(),
    deliveryCount: integer('delivery_count').notNull().default(1),
    /** As it came, but for card numbers and card tokens (without-cards.ts). */
    body: bytea('body').notNull(),
    /** The card tokens that stood in it, by their paths. */
    cardTokensSealed: bytea('card_tokens_sealed'),
    /** A full card number stood in it. */
    hasCardNumber: boolean('has_card_number').notNull().default(false),
    /** SHA-256 of the body as it came; of one with a card number, as it is kept. */
    fingerprint: bytea('fingerprint').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    signature: text('signature').$type<(typeof signatureVerdicts)[number]>().notNull(),
    credentials: text('credentials').$type<(typeof credentialVerdicts)[number]>().notNull(),
    authenticity: text('authenticity').$type<(typeof authenticityGrades)[number]>().notNull(),
    network: text('network').$type<(typeof networkVerdicts)[number]>().notNull().default('any'),
    /**
     * From where it came; null of those of earlier releases, until they are masked (mask-earlier.ts),
     * then empty.
     */
    sourceAddress: text('source_address'),
    /** Of a verification request. */
    answer: jsonb('answer').$type<VerificationAnswer>(),
    processedAt: instant('processed_at'),
    /**
     * The one with the same status of the same transaction and the same evidence that came first: this is another
     * delivery of it, and is not listed.
     */
    duplicateOf: uuid('duplicate_of'),
    /** When its body was removed as old, and what it said of a person blanked (retention). */
    payloadRemovedAt: instant('payload_removed_at'),
    personalRemovedAt: instant('personal_removed_at'),
    kind: text('kind').$type<(typeof notificationKinds)[number]>(),
    uid: text('uid'),
    /** Of the transaction that it refers to, as a refund does; null in rows that were worked out before this was. */
    parentUid: text('parent_uid'),
    status: text('status'),
    type: text('type'),
    message: text('message'),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency'),
    description: text('description'),
    trackingId: text('tracking_id'),
    email: text('email'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last_4'),
    test: boolean('test'),
    productId: text('product_id'),
    productLink: text('product_link').$type<(typeof productLinks)[number]>(),
    /** When the transaction last changed, as it says itself: of two notifications, the later one counts. */
    transactionAt: instant('transaction_at'),
    /** The payment token it was paid through, and the checkout with it. */
    paymentToken: text('payment_token'),
    checkoutId: text('checkout_id'),
    checkoutLink: text('checkout_link').$type<(typeof checkoutLinks)[number]>(),
    /** What it names the payer by (lib/customers/server/keys.ts). */
    keys: text('keys').array(),
    /** The folded text that lists search in; what is personal lies apart, for those who may read it. */
    search: text('search'),
    searchPersonal: text('search_personal'),
    /** Whole words by which it is found (search-terms.ts); null until an earlier release's are made. */
    searchTerms: text('search_terms').array(),
    /** It names somebody who was anonymised, and its body is still to be written anew (blankings). */
    blankingId: uuid('blanking_id'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('notifications_once').on(table.shopId, table.fingerprint, table.authenticity, table.hook),
    // Lists leave out what repeats another one: with that at the end, the index alone tells how many there are.
    index('notifications_received').on(table.shopId, table.receivedAt, table.id, table.duplicateOf),
    index('notifications_authenticity').on(
      table.shopId,
      table.authenticity,
      table.receivedAt,
      table.id,
      table.duplicateOf,
    ),
    // What is worked out later is in no index before: a notification is on disk the sooner.
    index('notifications_status')
      .on(table.shopId, table.status, table.receivedAt, table.id, table.duplicateOf)
      .where(sql`${table.status} IS NOT NULL`),
    index('notifications_amount')
      .on(table.shopId, table.amount, table.currency, table.duplicateOf)
      .where(sql`${table.amount} IS NOT NULL`),
    indexOfThose('notifications_duplicate', table.shopId, table.duplicateOf),
    index('notifications_product')
      .on(table.shopId, table.productId, table.receivedAt)
      .where(sql`${table.productId} IS NOT NULL`),
    index('notifications_search')
      .using('gin', sql`${table.search} gin_trgm_ops`)
      .where(sql`${table.search} IS NOT NULL`),
    index('notifications_search_personal')
      .using('gin', sql`${table.searchPersonal} gin_trgm_ops`)
      .where(sql`${table.searchPersonal} IS NOT NULL`),
    index('notifications_search_terms')
      .using('gin', table.searchTerms)
      .where(sql`${table.searchTerms} IS NOT NULL`),
    index('notifications_without_terms')
      .on(table.id)
      .where(sql`${table.searchTerms} IS NULL AND ${table.processedAt} IS NOT NULL`),
    indexOfThose('notifications_currency', table.shopId, table.currency),
    indexOfThose('notifications_payment_token', table.shopId, table.paymentToken),
    index('notifications_checkout')
      .on(table.shopId, table.checkoutId, table.receivedAt)
      .where(sql`${table.checkoutId} IS NOT NULL`),
    indexOfThose('notifications_uid', table.shopId, table.uid),
    index('notifications_first')
      .on(table.shopId, table.uid)
      .where(sql`${table.uid} IS NOT NULL AND ${table.duplicateOf} IS NULL`),
    indexOfThose('notifications_parent', table.shopId, table.parentUid),
    // Of an earlier release, which did not work out the keys (process.ts).
    index('notifications_unkeyed')
      .on(table.id)
      .where(sql`${table.keys} IS NULL AND ${table.processedAt} IS NOT NULL`),
    index('notifications_unmasked')
      .on(table.id)
      .where(sql`${table.sourceAddress} IS NULL`),
    index('notifications_keys')
      .using('gin', table.keys)
      .with({ fastupdate: false })
      .where(sql`${table.keys} IS NOT NULL`),
    index('notifications_blanking')
      .on(table.blankingId)
      .where(sql`${table.blankingId} IS NOT NULL`),
    index('notifications_unprocessed')
      .on(table.shopId, table.id)
      .where(sql`${table.processedAt} IS NULL`),
  ],
)

/** When it arrived again with the same bytes, or was sent again here: the newest of them (store.ts). */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    notificationId: uuid('notification_id').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    sourceAddress: text('source_address'),
    /** What a verification request that came again was answered then. */
    answer: jsonb('answer').$type<VerificationAnswer>(),
    /** Who sent it again here; null: it arrived. */
    replayedBy: uuid('replayed_by').references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.notificationId, table.id] })],
)

/**
 * People who are blanked in notifications, as long as there are bodies that name them (blanking.ts);
 * then it goes, as it names them itself.
 */
export const blankings = pgTable(
  'blankings',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    customerIds: text('customer_ids').array().notNull(),
    /** What stands for them: blanked wherever it stands, where it is all there is, or by itself (blank.ts). */
    names: jsonb('names').$type<{ texts: string[]; ids: string[]; words?: string[] }>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.id] })],
)
