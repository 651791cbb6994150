import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'
import { shops } from './shops'

/** Payment tokens (docs/gateway.md#checkouts). */
export const checkouts = sandbox.table(
  'checkouts',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
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
