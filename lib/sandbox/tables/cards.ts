import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'
import { shops } from './shops'

/**
 * Tokenized cards. Stores how a card behaves (`success`, `threeDSecure`), never its number: a sandbox token needs no
 * more.
 */
export const cards = sandbox.table(
  'cards',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
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
