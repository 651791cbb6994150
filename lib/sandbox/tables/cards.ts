import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'
import { shops } from './shops'

/**
 * Tokenized cards. What a card does is kept (`success`, `threeDSecure`), its number is not: in a sandbox that is
 * all a token has to stand for.
 */
export const cards = sandbox.table(
  'cards',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    /** SHA-256 of the token, to find it by; the token itself is sealed. */
    tokenHash: bytes('token_hash').notNull(),
    tokenSealed: bytes('token_sealed').notNull(),
    /** `credit_card` in the interface's response format, with a null token. */
    description: jsonb('description').$type<Record<string, unknown>>().notNull(),
    stamp: text('stamp').notNull(),
    success: boolean('success').notNull(),
    threeDSecure: text('three_d_secure', { enum: ['none', 'frictionless', 'challenge'] }).notNull(),
    /** What the token may be used for (docs/gateway.md#additional-data). */
    contract: text('contract').array().notNull(),
    /** The payer's browser, where the payer asked the page to remember the card; such a card is not the merchant's. */
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
