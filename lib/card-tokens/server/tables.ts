import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { cardTokenSources } from '../filters'
import { bytea, instant } from '../../core/server/tables/columns'
import { shopColumn } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/** Card tokens for later payments. The token is sealed. Card numbers are never stored. */
export const cardTokens = pgTable(
  'card_tokens',
  {
    shopId: shopColumn(),
    /** Our UUID, for forms, addresses and logs. */
    id: text('id').notNull(),
    tokenSealed: bytea('token_sealed').notNull(),
    /** Keyed hash of the token, to find duplicates. */
    mark: bytea('mark').notNull(),
    /** Last characters, to distinguish tokens. Empty for short tokens. */
    tokenEnd: text('token_end').notNull(),
    brand: text('brand'),
    product: text('product'),
    bin: text('bin'),
    last4: text('last_4'),
    holder: text('holder'),
    expMonth: smallint('exp_month'),
    expYear: smallint('exp_year'),
    issuerCountry: text('issuer_country'),
    issuerName: text('issuer_name'),
    /** The gateway's hash of the card: the same for any token, holder or expiry (docs/gateway.md#card-response). */
    stamp: text('stamp'),
    contracts: text('contracts').array().notNull().default([]),
    test: boolean('test').notNull().default(false),
    source: text('source').$type<(typeof cardTokenSources)[number]>().notNull(),
    checkoutId: text('checkout_id'),
    notificationId: uuid('notification_id'),
    uid: text('uid'),
    email: text('email'),
    /** The customer it is stored for (`cst_`). */
    customerId: text('customer_id'),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by').references(() => users.id),
    /** Folded lines (fold.ts): holder, brand and last four, e-mail, UID, ID. */
    search: text('search').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('card_tokens_mark').on(table.shopId, table.mark),
    // Sorted like a card's tokens, so that the newest is found first.
    index('card_tokens_of_card').on(table.shopId, table.stamp, table.createdAt, table.id),
    index('card_tokens_customer').on(table.shopId, table.customerId),
    index('card_tokens_email').on(table.shopId, sql`left(lower(${table.email}), 255)`),
    index('card_tokens_created').on(table.shopId, table.createdAt, table.id),
    index('card_tokens_search').using('gin', sql`${table.search} gin_trgm_ops`),
    index('card_tokens_beginning').on(table.shopId, sql`(left(${table.search}, 64) COLLATE "C")`, table.id),
  ],
)
export type CardTokenRow = typeof cardTokens.$inferSelect

/** Card tokens that someone removed. Transactions reported before the removal do not bring them back. */
export const removedCardTokens = pgTable(
  'removed_card_tokens',
  {
    shopId: shopColumn(),
    /** As in `card_tokens`. */
    mark: bytea('mark').notNull(),
    removedAt: instant('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.mark] })],
)
