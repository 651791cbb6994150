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
import type { CheckoutEvidence, StoredCheckoutState } from '../state'
import type { PaymentDifference } from '../../payments/state'
import type { CheckoutRequest } from '../../gateway/checkout'
import { instant } from '../../core/server/tables/columns'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/**
 * Checkouts that were made here. The gateway lists none: this is all that is known of them. A row is written before the
 * request is sent, so that none is forgotten whose answer is lost.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    /** Ours, a UUID in the order of time: the payment token comes later, or never. */
    id: text('id').notNull(),
    /** The payment token, and where it is paid, as the gateway gave them. */
    token: text('token'),
    redirectUrl: text('redirect_url'),
    /** What was sent, but for the card token, which is `card_token_id`. */
    request: jsonb('request').$type<CheckoutRequest['checkout']>().notNull(),
    cardTokenId: text('card_token_id'),
    transactionType: text('transaction_type').notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    trackingId: text('tracking_id'),
    /** Each of those in `tracking_id` (separated by semicolons), by itself. */
    trackingIds: text('tracking_ids').array().notNull().default([]),
    email: text('email'),
    /** The customer it was made for, where one was picked (`cst_`). */
    customerId: text('customer_id'),
    test: boolean('test').notNull().default(false),
    attempts: integer('attempts').notNull().default(1),
    /** As sent, or 24 hours after it was made (docs/gateway.md#limits). */
    expiresAt: instant('expires_at').notNull(),
    /** `creating`: the request is under way, or its process ended. What a clock says comes on top (checkouts/state.ts). */
    state: text('state').$type<StoredCheckoutState>().notNull(),
    restsOn: text('rests_on').$type<CheckoutEvidence>().notNull().default('nothing'),
    stateAt: instant('state_at').notNull(),
    /** How many payments were tried and declined. */
    declines: integer('declines').notNull().default(0),
    /** What was paid through it, and how that differs from what was asked for (lib/payments/server/tables.ts). */
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    paidCurrency: text('paid_currency'),
    difference: text('difference').$type<PaymentDifference>(),
    /** When the gateway was last asked for it. */
    checkedAt: instant('checked_at'),
    /** The import that made it. */
    jobId: uuid('job_id'),
    /** The one that this was made instead of. */
    reissues: text('reissues'),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    /** Folded lines (fold.ts): description, tracking ID, e-mail, payment token, UIDs, ID. */
    search: text('search').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('checkouts_token').on(table.shopId, table.token),
    index('checkouts_created').on(table.shopId, table.createdAt, table.id),
    index('checkouts_amount').on(
      table.shopId,
      sql`(${table.currency} || lpad(${table.amount}::text, 19, '0') COLLATE "C")`,
      table.id,
    ),
    index('checkouts_expires').on(table.shopId, table.expiresAt, table.id),
    // An address may be longer than an index holds.
    index('checkouts_email').on(table.shopId, sql`left(lower(${table.email}), 255)`),
    index('checkouts_job').on(table.shopId, table.jobId),
    index('checkouts_maker').on(table.shopId, table.createdBy),
    index('checkouts_reissues').on(table.shopId, table.reissues),
    index('checkouts_customer').on(table.shopId, table.customerId, table.createdAt),
    index('checkouts_tracking').using('gin', table.trackingIds).with({ fastupdate: false }),
    index('checkouts_search').using('gin', sql`${table.search} gin_trgm_ops`),
    index('checkouts_beginning').on(table.shopId, sql`(left(${table.search}, 64) COLLATE "C")`, table.id),
  ],
)
export type CheckoutRow = typeof checkouts.$inferSelect

/** Fields of a checkout under a name, to begin a new one with; no card token among them. */
export const checkoutTemplates = pgTable(
  'checkout_templates',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** A part of a checkout, as the form held it: not all that is required is in it. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    /** What every new checkout of the shop begins with; one at most. */
    isDefault: boolean('is_default').notNull().default(false),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.id] })],
)
