import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, sandbox } from './schema'
import { shops } from './shops'

/** Products with payment links (docs/gateway.md#products). `amount` is in minor units. */
export const products = sandbox.table(
  'products',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    id: text('id').notNull(),
    /** Order of creation. Two products made in the same millisecond still list newest first. */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    currency: text('currency').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Null if `infinite`. */
    quantity: bigint('quantity', { mode: 'number' }),
    infinite: boolean('infinite').notNull(),
    visibleFields: text('visible_fields').array().notNull(),
    test: boolean('test').notNull(),
    immortal: boolean('immortal').notNull(),
    /** Ignored if `immortal`. */
    expiredAt: moment('expired_at'),
    returnUrl: text('return_url'),
    language: text('language').notNull(),
    transactionType: text('transaction_type', { enum: ['payment', 'authorization'] }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    // Payment links have only the product's ID.
    uniqueIndex('products_id').on(table.id),
    index('products_newest').on(table.shopId, table.position.desc().nullsFirst()),
    check('products_stock', sql`${table.infinite} OR ${table.quantity} >= 0`),
    check('products_period', sql`${table.immortal} OR ${table.expiredAt} IS NOT NULL`),
  ],
)
export type ProductRow = typeof products.$inferSelect
