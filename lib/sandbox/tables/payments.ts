import { bigint, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, sandbox } from './schema'
import { shops } from './shops'

/** Transactions that payers made. Neither card number nor CVC is in any column: `body` has the safe parts. */
export const payments = sandbox.table(
  'payments',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    uid: uuid('uid').notNull(),
    /** Minted when the payer's page was shown: one showing pays at most once. */
    attempt: uuid('attempt').notNull(),
    productId: text('product_id').notNull(),
    type: text('type', { enum: ['payment', 'authorization'] }).notNull(),
    status: text('status', { enum: ['successful', 'failed'] }).notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** The transaction in the interface's response format, without the wrapper. */
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.uid] }),
    // Result pages carry the uid alone.
    uniqueIndex('payments_uid').on(table.uid),
    uniqueIndex('payments_attempt').on(table.shopId, table.attempt),
    index('payments_product').on(table.shopId, table.productId),
  ],
)
