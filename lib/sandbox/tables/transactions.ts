import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'
import { shops } from './shops'

/**
 * Transactions, whatever began them: a product's page, a payment token or a tokenization. Neither card number nor
 * CVC is in any column: `body` has the safe parts, and the card token is sealed apart.
 */
export const transactions = sandbox.table(
  'transactions',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    uid: uuid('uid').notNull(),
    /** Minted when the payer's page was shown: one showing pays at most once. Null where no page was. */
    attempt: uuid('attempt'),
    /** What it pays for; both null for a tokenization over the interface. */
    productId: text('product_id'),
    checkoutToken: text('checkout_token'),
    type: text('type', { enum: ['payment', 'authorization', 'charge', 'tokenization'] }).notNull(),
    /** `incomplete` waits for the payer's 3-D Secure challenge. */
    status: text('status', { enum: ['incomplete', 'successful', 'failed'] }).notNull(),
    /** Of one that failed: declined by the bank or by the shop, or an error kept it from being asked. */
    failure: text('failure', { enum: ['decline', 'error'] }),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** As sent, and its parts between semicolons: a query may use any of them. */
    trackingId: text('tracking_id'),
    trackingIds: text('tracking_ids').array().notNull(),
    /** Keyed hash of the card number, for the 30-second rule (docs/gateway.md#tokenization-request). */
    stamp: text('stamp'),
    /** The transaction in the interface's response format, without the wrapper and with a null card token. */
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    cardTokenSealed: bytes('card_token_sealed'),
    /** What is to be done when it ends, as long as it is `incomplete`: `lib/sandbox/transactions/find.ts`. */
    pending: jsonb('pending').$type<Record<string, unknown>>(),
    /** Where the payer goes back to, the outcome's parameters not yet appended. */
    returnUrl: text('return_url'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.uid] }),
    // Result pages carry the uid alone.
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
