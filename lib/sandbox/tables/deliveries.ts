import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'
import { shops } from './shops'

/** Outgoing notifications. The text is stored once, so that every retry has the same signature. */
export const deliveries = sandbox.table(
  'deliveries',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    /** A transaction's uid, or the payment token that expired. */
    subject: text('subject').notNull(),
    /** Target address, fixed when the notification was created. */
    url: text('url').notNull(),
    /** Expired payment tokens have fewer retries than transactions (`deliveries/schedule.ts`). */
    schedule: text('schedule', { enum: ['transaction', 'checkout'] }).notNull(),
    /** The JSON, sealed: it may contain a card token. */
    bodySealed: bytes('body_sealed').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null after success or after the last retry. */
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
