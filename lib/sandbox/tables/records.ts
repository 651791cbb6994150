import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  primaryKey,
  text,
  uniqueIndex,
  jsonb,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, moment, shopReference, sandbox } from './shops'

/** Products with payment links (docs/gateway.md#products). `amount` is in minor units. */
export const products = sandbox.table(
  'products',
  {
    shopId: shopReference(),
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

/** Customers (docs/gateway.md#customers). */
export const customers = sandbox.table(
  'customers',
  {
    shopId: shopReference(),
    /** `cst_` and 16 hexadecimal digits. */
    id: text('id').notNull(),
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('customers_newest').on(table.shopId, table.position.desc().nullsFirst()),
  ],
)

/**
 * Tokenized cards. Stores how a card behaves (`success`, `threeDSecure`), never its number: a sandbox token needs no
 * more.
 */
export const cards = sandbox.table(
  'cards',
  {
    shopId: shopReference(),
    id: uuid('id').notNull(),
    /** SHA-256 of the token, for lookup. */
    tokenHash: bytes('token_hash').notNull(),
    tokenSealed: bytes('token_sealed').notNull(),
    /** `credit_card` in the API's response format, with a null token. */
    description: jsonb('description').$type<Record<string, unknown>>().notNull(),
    stamp: text('stamp').notNull(),
    success: boolean('success').notNull(),
    threeDSecure: text('three_d_secure', { enum: ['none', 'frictionless', 'challenge'] }).notNull(),
    /** Permitted uses of the token (docs/gateway.md#additional-data). */
    contract: text('contract').array().notNull(),
    /** The payer's browser that remembers the card. Such a card does not belong to the merchant. */
    payerId: uuid('payer_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('cards_token').on(table.shopId, table.tokenHash),
    index('cards_payer').on(table.shopId, table.payerId),
  ],
)
export type CardRow = typeof cards.$inferSelect
