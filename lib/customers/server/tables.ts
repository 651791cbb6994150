import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { LocalContact, MatchReason } from '../schema'
import type { CustomerReply } from '../../gateway/customer'
import { instant } from '../../core/server/tables/columns'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/**
 * The mirror of the gateway's customers. `search` is the folded text that lists search in. Rows that vanished at the
 * gateway are marked, not removed. What was added here lies in the columns from `labels` on: the gateway has no
 * update, and knows nothing of it.
 */
export const customers = pgTable(
  'customers',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
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
    /** As the gateway gave it; null where it gave none. */
    createdAt: instant('created_at'),
    /** The gateway's object, whole. */
    raw: jsonb('raw').$type<CustomerReply>().notNull(),
    search: text('search').notNull(),
    /** Of the last payment that was matched (customer_links). */
    lastPaidAt: instant('last_paid_at'),
    /** What payments name this person by, and what duplicates share (keys.ts). */
    keys: text('keys').array().notNull(),
    /** Words from matched notifications to find it by: a card's last four digits, tracking IDs; the newest of them. */
    heard: text('heard').array().notNull(),
    /** How the names sound (phonetics.ts), also of customers joined to this one. */
    sounds: text('sounds')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Lines of `search` that are not the gateway's: corrections, `heard`, and those of customers joined to this one. */
    extra: text('extra').notNull(),
    /** Of the element of the gateway's list that this row came from (tables/products.ts). */
    fingerprint: text('fingerprint'),
    firstSeenAt: instant('first_seen_at').notNull(),
    syncedAt: instant('synced_at').notNull(),
    /** When and by whom it was made, where that was here. */
    submittedAt: instant('submitted_at'),
    submittedBy: uuid('submitted_by'),
    vanishedAt: instant('vanished_at'),
    labels: text('labels')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Contact details as they are now, where somebody corrected them here. */
    contact: jsonb('contact').$type<LocalContact>(),
    /** The customer that this one was joined to; the gateway keeps both. */
    mergedInto: text('merged_into'),
    /** What is held here of this person was blanked, and stays so whatever the gateway answers. */
    anonymisedAt: instant('anonymised_at'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('customers_search').using('gin', sql`${table.search} gin_trgm_ops`),
    index('customers_beginning').on(table.shopId, sql`(left(${table.search}, 64) COLLATE "C")`, table.id),
    // As lists order (list.ts), or they serve no list.
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
    // The few that paid, or that have a label.
    index('customers_paid')
      .on(table.shopId, sql`coalesce(${table.createdAt}, ${table.firstSeenAt})`, table.id)
      .where(sql`${table.lastPaidAt} IS NOT NULL`),
    index('customers_labelled')
      .on(table.shopId, sql`coalesce(${table.createdAt}, ${table.firstSeenAt})`, table.id)
      .where(sql`${table.labels} <> '{}'`),
    // To find each set of labels once. Twenty of forty characters are as much as it holds.
    index('customers_label_sets')
      .on(table.shopId, table.labels)
      .where(sql`${table.labels} <> '{}'`),
    // Matching, and possible duplicates.
    index('customers_keys').using('gin', table.keys).with({ fastupdate: false }),
    index('customers_sounds').using('gin', table.sounds).with({ fastupdate: false }),
    index('customers_merged')
      .on(table.shopId, table.mergedInto)
      .where(sql`${table.mergedInto} IS NOT NULL`),
  ],
)

/** What staff wrote down about a customer. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    customerId: text('customer_id').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('customer_notes_customer').on(table.shopId, table.customerId, table.createdAt),
  ],
)

/** Notifications that are a customer's, and by what they were found to be. */
export const customerLinks = pgTable(
  'customer_links',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    customerId: text('customer_id').notNull(),
    notificationId: uuid('notification_id').notNull(),
    /** When the notification was received, to page by. */
    at: instant('at').notNull(),
    matchedBy: text('matched_by').$type<MatchReason>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.customerId, table.notificationId] }),
    index('customer_links_newest').on(table.shopId, table.customerId, table.at, table.notificationId),
    index('customer_links_notification').on(table.shopId, table.notificationId),
  ],
)
