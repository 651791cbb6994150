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
import { shopColumn } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/** A partial index of the rows that have a value in `column`. */
const indexOfThose = (name: string, shopId: ExtraConfigColumn, column: ExtraConfigColumn) =>
  index(name)
    .on(shopId, column)
    .where(sql`${column} IS NOT NULL`)

/**
 * The posted body in bytes, because text cannot hold every input. Stored before it is read; processing (`processed_at`)
 * fills the columns from `kind` on. The same body with the same evidence is one row with a count. Different evidence is
 * never merged, so that a forged copy cannot swallow the real one.
 */
export const notifications = pgTable(
  'notifications',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    hook: text('hook').$type<(typeof notificationHooks)[number]>().notNull().default('notification'),
    receivedAt: instant('received_at').notNull(),
    lastReceivedAt: instant('last_received_at').notNull(),
    deliveryCount: integer('delivery_count').notNull().default(1),
    /** Without card numbers and card tokens (without-cards.ts). */
    body: bytea('body').notNull(),
    /** The card tokens of the body, by their paths. */
    cardTokensSealed: bytea('card_tokens_sealed'),
    hasCardNumber: boolean('has_card_number').notNull().default(false),
    /** SHA-256 of the body as it came; if a card number, a security code or the like was removed, of the stored body. */
    fingerprint: bytea('fingerprint').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    signature: text('signature').$type<(typeof signatureVerdicts)[number]>().notNull(),
    credentials: text('credentials').$type<(typeof credentialVerdicts)[number]>().notNull(),
    authenticity: text('authenticity').$type<(typeof authenticityGrades)[number]>().notNull(),
    network: text('network').$type<(typeof networkVerdicts)[number]>().notNull().default('any'),
    /** The client's address. For rows of earlier releases, null until they are masked (earlier.ts), then empty. */
    sourceAddress: text('source_address'),
    /** Verification requests only. */
    answer: jsonb('answer').$type<VerificationAnswer>(),
    processedAt: instant('processed_at'),
    /** The first notification with the same content and evidence (describe.ts). Lists leave out this one. */
    duplicateOf: uuid('duplicate_of'),
    /** When retention removed the body, and when it anonymised the notification. */
    payloadRemovedAt: instant('payload_removed_at'),
    personalRemovedAt: instant('personal_removed_at'),
    kind: text('kind').$type<(typeof notificationKinds)[number]>(),
    uid: text('uid'),
    /** The transaction it refers to. Null in rows processed before this column existed. */
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
    /** When the transaction last changed, in its own words. The later of two notifications counts. */
    transactionAt: instant('transaction_at'),
    paymentToken: text('payment_token'),
    checkoutId: text('checkout_id'),
    checkoutLink: text('checkout_link').$type<(typeof checkoutLinks)[number]>(),
    /** Keys that match its customers (lib/customers/server/keys.ts). */
    keys: text('keys').array(),
    /** Folded text that lists search in. Personal data is separate. */
    search: text('search'),
    searchPersonal: text('search_personal'),
    /** Terms for whole words (search-terms.ts). Null: of an earlier release, not computed yet. */
    searchTerms: text('search_terms').array(),
    /** It names an anonymised person, and its body is not rewritten yet (`blankings`). */
    anonymisationId: uuid('blanking_id'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('notifications_once').on(table.shopId, table.fingerprint, table.authenticity, table.hook),
    // Lists leave out duplicates. With that column at the end, the index alone is enough to count.
    index('notifications_received').on(table.shopId, table.receivedAt, table.id, table.duplicateOf),
    index('notifications_authenticity').on(
      table.shopId,
      table.authenticity,
      table.receivedAt,
      table.id,
      table.duplicateOf,
    ),
    // Processing fills these columns later. Partial indexes make storing faster.
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
    // Rows of an earlier release, which did not extract the keys (process.ts).
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
      .on(table.anonymisationId)
      .where(sql`${table.anonymisationId} IS NOT NULL`),
    index('notifications_unprocessed')
      .on(table.shopId, table.id)
      .where(sql`${table.processedAt} IS NULL`),
  ],
)
export type NotificationRow = typeof notifications.$inferSelect

/** Further deliveries of the same bytes, up to a limit (store.ts), and replays. */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    shopId: shopColumn(),
    notificationId: uuid('notification_id').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    sourceAddress: text('source_address'),
    /** The answer to this delivery of a verification request. */
    answer: jsonb('answer').$type<VerificationAnswer>(),
    /** Who replayed it. Null: it arrived. */
    replayedBy: uuid('replayed_by').references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.notificationId, table.id] })],
)

/**
 * People to anonymise, while bodies name them (redaction/anonymisations.ts). Then deleted, because the row names them
 * itself. The table keeps an earlier word (docs/glossary.md).
 */
export const anonymisations = pgTable(
  'blankings',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    customerIds: text('customer_ids').array().notNull(),
    /** Values to replace: anywhere, as a whole value, or as a whole word (redaction/anonymise.ts). */
    names: jsonb('names').$type<{ texts: string[]; ids: string[]; words?: string[] }>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.id] })],
)
