import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { LocalContact, MatchReason } from '../schema'
import type { CustomerReply } from '../../gateway/customers/customer'
import { instant } from '../../core/server/tables/columns'
import { shopColumn } from '../../core/server/tables/shops'
import { userColumn } from '../../core/server/tables/users'

/**
 * The mirror of the gateway's customers. Customers that vanished at the gateway are marked, not deleted. `search`: the
 * folded text that lists search in. Columns from `labels` on are local: the gateway cannot update customers, and does
 * not know these values.
 */
export const customers = pgTable(
  'customers',
  {
    shopId: shopColumn(),
    id: text('id').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    address: text('address'),
    city: text('city'),
    country: text('country'),
    zip: text('zip'),
    state: text('state'),
    phone: text('phone'),
    email: text('email'),
    ip: text('ip'),
    externalId: text('external_id'),
    createdAt: instant('created_at'),
    /** The gateway's complete object. */
    raw: jsonb('raw').$type<CustomerReply>().notNull(),
    search: text('search').notNull(),
    /** Time of the last matched payment (customer_links). */
    lastPaidAt: instant('last_paid_at'),
    /** Keys for matching payments and finding duplicates (keys.ts). */
    keys: text('keys').array().notNull(),
    /** Search words from the newest matched notifications: a card's last four digits, tracking IDs. */
    notificationWords: text('heard').array().notNull(),
    /** Phonetic keys of the names (similar-words.ts), including merged customers. */
    phoneticKeys: text('sounds')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Lines of `search` that are not from the gateway: corrections, words of notifications, merged customers. */
    extra: text('extra').notNull(),
    /** Fingerprint of the element in the gateway's list that this row came from (lib/core/server/mirror/sync.ts). */
    fingerprint: text('fingerprint'),
    firstSeenAt: instant('first_seen_at').notNull(),
    syncedAt: instant('synced_at').notNull(),
    /** When and by whom the customer was created here; null if it was created elsewhere. */
    submittedAt: instant('submitted_at'),
    submittedBy: uuid('submitted_by'),
    vanishedAt: instant('vanished_at'),
    labels: text('labels')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Corrected contact details. The gateway does not know them. */
    contact: jsonb('contact').$type<LocalContact>(),
    /** The customer that this one was merged into. The gateway keeps both. */
    mergedInto: text('merged_into'),
    /** When the customer was anonymised. Later answers of the gateway bring no personal data back. */
    anonymisedAt: instant('anonymised_at'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('customers_search').using('gin', sql`${table.search} gin_trgm_ops`),
    index('customers_beginning').on(table.shopId, sql`(left(${table.search}, 64) COLLATE "C")`, table.id),
    // Must match the sort expressions in list.ts to be used.
    index('customers_name').on(
      table.shopId,
      sql`(left(coalesce(${table.lastName}, '') || ' ' || coalesce(${table.firstName}, ''), 200) COLLATE "und-x-icu")`,
      table.id,
    ),
    index('customers_email').on(
      table.shopId,
      sql`(left(lower(coalesce(${table.email}, '')), 200) COLLATE "C")`,
      table.id,
    ),
    index('customers_country').on(table.shopId, sql`coalesce(${table.country}, '')`, table.id),
    index('customers_seen').on(
      table.shopId,
      sql`coalesce(${table.createdAt}, ${table.firstSeenAt})`,
      table.id,
    ),
    // Partial: few customers have paid or have a label.
    index('customers_paid')
      .on(table.shopId, sql`coalesce(${table.createdAt}, ${table.firstSeenAt})`, table.id)
      .where(sql`${table.lastPaidAt} IS NOT NULL`),
    index('customers_labelled')
      .on(table.shopId, sql`coalesce(${table.createdAt}, ${table.firstSeenAt})`, table.id)
      .where(sql`${table.labels} <> '{}'`),
    // To read each distinct set of labels once. A set has at most 20 labels of 40 characters, which fits into an index.
    index('customers_label_sets')
      .on(table.shopId, table.labels)
      .where(sql`${table.labels} <> '{}'`),
    // For matching and duplicates.
    index('customers_keys').using('gin', table.keys).with({ fastupdate: false }),
    index('customers_sounds').using('gin', table.phoneticKeys).with({ fastupdate: false }),
    index('customers_merged')
      .on(table.shopId, table.mergedInto)
      .where(sql`${table.mergedInto} IS NOT NULL`),
  ],
)

export const customerNotes = pgTable(
  'customer_notes',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    customerId: text('customer_id').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: userColumn('created_by'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('customer_notes_customer').on(table.shopId, table.customerId, table.createdAt),
  ],
)

export const customerLinks = pgTable(
  'customer_links',
  {
    shopId: shopColumn(),
    customerId: text('customer_id').notNull(),
    notificationId: uuid('notification_id').notNull(),
    /** When the notification was received, for paging. */
    at: instant('at').notNull(),
    matchedBy: text('matched_by').$type<MatchReason>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.customerId, table.notificationId] }),
    index('customer_links_newest').on(table.shopId, table.customerId, table.at, table.notificationId),
    index('customer_links_notification').on(table.shopId, table.notificationId),
  ],
)
