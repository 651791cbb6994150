import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  bigint,
} from 'drizzle-orm/pg-core'
import { bytes, moment, shopReference, sandbox } from './shops'

/** Payment tokens (docs/gateway.md#checkouts). */
export const checkouts = sandbox.table(
  'checkouts',
  {
    shopId: shopReference(),
    /** 64 hexadecimal digits. */
    token: text('token').notNull(),
    /** The accepted `checkout` object with defaults filled in and without the card token. */
    request: jsonb('request').$type<Record<string, unknown>>().notNull(),
    cardTokenSealed: bytes('card_token_sealed'),
    /** Allowed and used payment attempts. */
    attempts: integer('attempts').notNull().default(1),
    attemptsUsed: integer('attempts_used').notNull().default(0),
    /** Outcome of the last attempt; null before the first. `error` after the token expired unpaid. */
    status: text('status', { enum: ['successful', 'failed', 'error'] }),
    message: text('message'),
    /** Takes no more payments: paid, attempts used up, or expired. */
    finished: boolean('finished').notNull().default(false),
    expired: boolean('expired').notNull().default(false),
    /** The transaction of the last attempt. */
    uid: uuid('uid'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.token] }),
    // The payer page's address has only the token.
    uniqueIndex('checkouts_token').on(table.token),
    index('checkouts_due')
      .on(table.expiresAt)
      .where(sql`NOT ${table.finished}`),
  ],
)
export type CheckoutRow = typeof checkouts.$inferSelect

/**
 * Transactions from product pages, payment tokens and tokenizations. No column has a card number or CVC: `body` has the
 * safe parts, and the card token is sealed separately.
 */
export const transactions = sandbox.table(
  'transactions',
  {
    shopId: shopReference(),
    uid: uuid('uid').notNull(),
    /** Created when the payer page is shown, so that one page view pays at most once. Null without a page. */
    attempt: uuid('attempt'),
    /** What the payment is for. Both null for a tokenization over the API. */
    productId: text('product_id'),
    checkoutToken: text('checkout_token'),
    type: text('type', { enum: ['payment', 'authorization', 'charge', 'tokenization'] }).notNull(),
    /** `incomplete` waits for the payer's 3-D Secure challenge. */
    status: text('status', { enum: ['incomplete', 'successful', 'failed'] }).notNull(),
    /** Why it failed: the bank or the shop declined, or an error came first. */
    failure: text('failure', { enum: ['decline', 'error'] }),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** As sent, and split at semicolons: a query may use the whole value or any part. */
    trackingId: text('tracking_id'),
    trackingIds: text('tracking_ids').array().notNull(),
    /** Keyed hash of the card number, for the 30-second rule (docs/gateway.md#tokenization-request). */
    stamp: text('stamp'),
    /** The transaction in the API's response format, without the wrapper and with a null card token. */
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    cardTokenSealed: bytes('card_token_sealed'),
    /** What ending an `incomplete` transaction needs: `lib/sandbox/transactions/find.ts`. */
    pending: jsonb('pending').$type<Record<string, unknown>>(),
    /** Return address of the payer, without the appended outcome parameters. */
    returnUrl: text('return_url'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.uid] }),
    // Result pages have only the uid.
    uniqueIndex('transactions_uid').on(table.uid),
    uniqueIndex('transactions_attempt').on(table.shopId, table.attempt),
    index('transactions_product').on(table.shopId, table.productId),
    index('transactions_checkout').on(table.shopId, table.checkoutToken),
    index('transactions_tracking').using('gin', table.trackingIds),
    index('transactions_stamp')
      .on(table.shopId, table.stamp, table.createdAt)
      .where(sql`${table.stamp} IS NOT NULL`),
  ],
)
export type TransactionRow = typeof transactions.$inferSelect

/** Outgoing notifications. The text is stored once, so that every retry has the same signature. */
export const deliveries = sandbox.table(
  'deliveries',
  {
    shopId: shopReference(),
    id: uuid('id').notNull(),
    /** A transaction's uid, or the payment token that expired. */
    subject: text('subject').notNull(),
    /** Target address, fixed when the notification was created. */
    url: text('url').notNull(),
    /** Expired payment tokens have fewer retries than transactions (`deliveries/queue.ts`). */
    schedule: text('schedule', { enum: ['transaction', 'checkout'] }).notNull(),
    /** The JSON, sealed: it may contain a card token. */
    bodySealed: bytes('body_sealed').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null after success or after the last retry. */
    nextAttemptAt: moment('next_attempt_at'),
    deliveredAt: moment('delivered_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('deliveries_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} IS NOT NULL`),
  ],
)

/**
 * E-mails that a gateway would send to customers (docs/gateway.md#notifications). None is sent: the outbox shows them.
 */
export const mails = sandbox.table(
  'mails',
  {
    shopId: shopReference(),
    id: uuid('id').notNull(),
    uid: uuid('uid').notNull(),
    recipient: text('recipient').notNull(),
    language: text('language').notNull(),
    subject: text('subject').notNull(),
    /** One paragraph each, including the merchant's receipt_text lines. */
    lines: jsonb('lines').$type<string[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('mails_newest').on(table.shopId, table.createdAt.desc()),
  ],
)
