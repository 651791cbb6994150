import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
  credentialVerdicts,
  notificationKinds,
  productLinks,
  signatureVerdicts,
} from '../../contracts/notification'
import { bytea, instant } from './columns'
import { shops } from './shops'

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
    receivedAt: instant('received_at').notNull(),
    lastReceivedAt: instant('last_received_at').notNull(),
    deliveryCount: integer('delivery_count').notNull().default(1),
    body: bytea('body').notNull(),
    /** SHA-256 of the body. */
    fingerprint: bytea('fingerprint').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    signature: text('signature').$type<(typeof signatureVerdicts)[number]>().notNull(),
    credentials: text('credentials').$type<(typeof credentialVerdicts)[number]>().notNull(),
    authenticity: text('authenticity').$type<(typeof authenticityGrades)[number]>().notNull(),
    processedAt: instant('processed_at'),
    kind: text('kind').$type<(typeof notificationKinds)[number]>(),
    uid: text('uid'),
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
    /** What it names the payer by (customers/keys.ts). */
    keys: text('keys').array(),
    /** The folded text that lists search in; what is personal lies apart, for those who may read it. */
    search: text('search'),
    searchPersonal: text('search_personal'),
    /** It names somebody who was anonymised, and its body is still to be written anew (blankings). */
    blankingId: uuid('blanking_id'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('notifications_once').on(table.shopId, table.fingerprint, table.authenticity),
    index('notifications_received').on(table.shopId, table.receivedAt, table.id),
    index('notifications_product').on(table.shopId, table.productId, table.receivedAt),
    index('notifications_search').using('gin', sql`${table.search} gin_trgm_ops`),
    index('notifications_search_personal').using('gin', sql`${table.searchPersonal} gin_trgm_ops`),
    index('notifications_uid').on(table.shopId, table.uid),
    // Of an earlier release, which did not work out the keys (notifications/unkeyed.ts).
    index('notifications_unkeyed')
      .on(table.id)
      .where(sql`${table.keys} IS NULL AND ${table.processedAt} IS NOT NULL`),
    index('notifications_keys').using('gin', table.keys).with({ fastupdate: false }),
    index('notifications_blanking')
      .on(table.blankingId)
      .where(sql`${table.blankingId} IS NOT NULL`),
    index('notifications_unprocessed').on(table.processedAt, table.receivedAt),
  ],
)

/**
 * People who are blanked in notifications, as long as there are bodies that name them (notifications/blanking.ts);
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
    /** What stands for them: blanked wherever it stands (`texts`), or where it is all there is (`ids`). */
    names: jsonb('names').$type<{ texts: string[]; ids: string[] }>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.id] })],
)
