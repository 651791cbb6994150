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
    /** The `checkout` object as it was accepted, defaults filled in, with the card token taken out. */
    request: jsonb('request').$type<Record<string, unknown>>().notNull(),
    cardTokenSealed: bytes('card_token_sealed'),
    /** Payment attempts that are allowed, and that were made. */
    attempts: integer('attempts').notNull().default(1),
    attemptsUsed: integer('attempts_used').notNull().default(0),
    /** How the last attempt ended; null before the first. `error` once the token expired unpaid. */
    status: text('status', { enum: ['successful', 'failed', 'error'] }),
    message: text('message'),
    /** Nothing more can be paid: paid, attempts used up, or expired. */
    finished: boolean('finished').notNull().default(false),
    expired: boolean('expired').notNull().default(false),
    /** Of the last attempt. */
    uid: uuid('uid'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.token] }),
    // The payer's page carries the token alone.
    uniqueIndex('checkouts_token').on(table.token),
    index('checkouts_due')
      .on(table.expiresAt)
      .where(sql`NOT ${table.finished}`),
  ],
)
export type CheckoutRow = typeof checkouts.$inferSelect
