import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'
import { shops } from './shops'

/** Notifications on their way to the shop. The text is fixed once, so that a signature means the same each time. */
export const deliveries = sandbox.table(
  'deliveries',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    /** What it tells of: a transaction's uid, or the payment token that expired. */
    subject: text('subject').notNull(),
    /** Where to, fixed when it was caused. */
    url: text('url').notNull(),
    /** Payment tokens are told of less often than transactions (`deliveries/schedule.ts`). */
    schedule: text('schedule', { enum: ['transaction', 'checkout'] }).notNull(),
    /** The JSON, sealed: it may hold a card token. */
    bodySealed: bytes('body_sealed').notNull(),
    /** How often it was sent. */
    attempts: integer('attempts').notNull().default(0),
    /** Null once delivered or given up. */
    nextAttemptAt: moment('next_attempt_at'),
    deliveredAt: moment('delivered_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('deliveries_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} IS NOT NULL`),
  ],
)
