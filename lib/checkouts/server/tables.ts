import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
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
import type { CheckoutRequest } from '../../gateway/checkouts/checkout'
import { instant } from '../../core/server/tables/columns'
import { shopColumn } from '../../core/server/tables/shops'
import { userColumn } from '../../core/server/tables/users'

type StateBeforeStatement = { state: StoredCheckoutState; restsOn: CheckoutEvidence; stateAt: string }

/** What JavaScript's `trim` removes, which keys of customers are trimmed by (lib/customers/server/keys.ts). */
const whiteSpace = sql.raw(
  String.raw`E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'`,
)

/** The customer's ID in a request, as its index has it. Cut, as index entries have a size limit. */
export const externalIdIn = (request: SQLWrapper): SQL =>
  sql`left(btrim(${request} #>> '{customer,external_id}', ${whiteSpace}), 255)`

/**
 * Checkouts created in Counterfoil. The gateway cannot list them. The row is written before the request is sent, so
 * that a lost answer loses nothing.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    shopId: shopColumn(),
    /** Our UUID, in order of time: the payment token comes later or never. */
    id: text('id').notNull(),
    token: text('token'),
    redirectUrl: text('redirect_url'),
    /** The request as sent, without the card token (see `card_token_id`). */
    request: jsonb('request').$type<CheckoutRequest['checkout']>().notNull(),
    cardTokenId: text('card_token_id'),
    transactionType: text('transaction_type').notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    trackingId: text('tracking_id'),
    /** The single IDs in `tracking_id` (separated by semicolons). */
    trackingIds: text('tracking_ids').array().notNull().default([]),
    email: text('email'),
    customerId: text('customer_id'),
    test: boolean('test').notNull().default(false),
    attempts: integer('attempts').notNull().default(1),
    /** As sent, or 24 hours after creation (docs/gateway.md#limits). */
    expiresAt: instant('expires_at').notNull(),
    /**
     * `creating`: the request is under way, or its process ended. Expiry by the clock is added on read
     * (checkouts/state.ts).
     */
    state: text('state').$type<StoredCheckoutState>().notNull(),
    restsOn: text('rests_on').$type<CheckoutEvidence>().notNull().default('nothing'),
    stateAt: instant('state_at').notNull(),
    /** While the state rests on a statement: the state before, which returns if the statement is taken back. */
    beforeStatement: jsonb('before_statement').$type<StateBeforeStatement>(),
    declines: integer('declines').notNull().default(0),
    /** The amount paid, and how it differs from the amount asked for (lib/payments/server/tables.ts). */
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    paidCurrency: text('paid_currency'),
    difference: text('difference').$type<PaymentDifference>(),
    checkedAt: instant('checked_at'),
    jobId: uuid('job_id'),
    reissues: text('reissues'),
    createdAt: instant('created_at').notNull(),
    createdBy: userColumn('created_by'),
    /** Folded lines (fold.ts): description, tracking ID, e-mail, payment token, ID, customer ID, UIDs. */
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
    // Cut, as index entries have a size limit.
    index('checkouts_email').on(table.shopId, sql`left(lower(${table.email}), 255)`),
    index('checkouts_external_id')
      .on(table.shopId, externalIdIn(table.request))
      .where(sql`${externalIdIn(table.request)} IS NOT NULL`),
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

/** Named fields to start a new checkout with. Never holds a card token. */
export const checkoutTemplates = pgTable(
  'checkout_templates',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** Part of a checkout as in the form. Required fields may be missing. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    /** The start of every new checkout of the shop. At most one per shop. */
    isDefault: boolean('is_default').notNull().default(false),
    createdBy: userColumn('created_by'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.id] })],
)
