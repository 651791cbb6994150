import { index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, sandbox } from './schema'
import { shops } from './shops'

/**
 * E-mails that a gateway would send to customers (docs/gateway.md#notifications). None is sent: the outbox shows them.
 */
export const mails = sandbox.table(
  'mails',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
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
