import { ne, sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns'
import { shopColumn, shops } from './shops'
import { userColumn, users } from './users'

/**
 * Idempotency keys, kept for 24 hours, per person and route. `open`: the first request is running. `unconfirmed`: it
 * was sent and its answer was lost. This key sends nothing again; an equal request under another key is sent once, and
 * only if a person asks for it.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    shopId: shopColumn(),
    userId: userColumn(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the request. */
    fingerprint: bytea('fingerprint').notNull(),
    state: text('state').$type<'open' | 'done' | 'unconfirmed'>().notNull(),
    response: jsonb('response'),
    /** For a lost request: the key under which its result was found or it is repeated. */
    resolvedBy: text('resolved_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.userId, table.route, table.key] }),
    // The few open and unconfirmed keys are looked up by fingerprint.
    index('idempotency_keys_open')
      .on(table.shopId, table.userId, table.route, table.fingerprint)
      .where(ne(table.state, sql.raw("'done'"))),
  ],
)

/**
 * Who did what. `detail` holds IDs and changed values, never secrets. Events without a shop belong to an account
 * (activity/access.ts): `actor` and `subject` are the account, which may belong to several shops or none.
 */
export const activity = pgTable(
  'activity',
  {
    shopId: text('shop_id').references(() => shops.id),
    id: uuid('id').primaryKey(),
    at: instant('at').notNull().defaultNow(),
    actorId: uuid('actor_id').references(() => users.id),
    action: text('action').notNull(),
    subject: text('subject'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('activity_subject').on(table.shopId, table.subject, table.at.desc())],
)
