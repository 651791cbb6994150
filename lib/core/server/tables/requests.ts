import { ne, sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns'
import { shops } from './shops'
import { users } from './users'

/**
 * Idempotency keys, for 24 hours, per person and route. `open`: the first request is under way.
 * `unconfirmed`: it was sent and its answer was lost. Nothing is sent again under this key; the same request under
 * another key is sent only when a person wants that, and once.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the request. */
    fingerprint: bytea('fingerprint').notNull(),
    state: text('state').$type<'open' | 'done' | 'unconfirmed'>().notNull(),
    response: jsonb('response'),
    /** Of a request that was lost: the key under which it was found or is repeated. */
    resolvedBy: text('resolved_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.userId, table.route, table.key] }),
    // The few whose outcome is open are looked for by what was sent.
    index('idempotency_keys_open')
      .on(table.shopId, table.userId, table.route, table.fingerprint)
      .where(ne(table.state, sql.raw("'done'"))),
  ],
)

/**
 * Who did what. `detail` holds IDs and changed values, never secrets. Events without a shop are those of accounts
 * (activity/access.ts): `actor` and `subject` are the account, which may have a part in several shops or in none.
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
