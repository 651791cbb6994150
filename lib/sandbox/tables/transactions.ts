import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'
import { shops } from './shops'

/**
 * Transactions from product pages, payment tokens and tokenizations. No column has a card number or CVC: `body` has the
 * safe parts, and the card token is sealed separately.
 */
export const transactions = sandbox.table(
  'transactions',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    uid: uuid('uid').notNull(),
    /** Minted when the payer page is shown, so that one page view pays at most once. Null without a page. */
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
