import { not, ne, sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
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
    /** With the rights of who got it. */
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
 * (activity/access.ts): `actor` and `subject` are the account, which may belong to several shops or none. Rows are only
 * ever added; forgetting (activity/forget.ts) is the exception.
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
    /** Network address of the client; null: no request, unknown, or forgotten after a year. */
    address: text('address'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    /** Whether it has a row in `activity_seals`. */
    isSealed: boolean('is_sealed').notNull().default(false),
  },
  (table) => [
    index('activity_subject').on(table.shopId, table.subject, table.at.desc()),
    index('activity_at').on(table.shopId, table.at, table.id),
    index('activity_action').on(table.shopId, table.action, table.at, table.id),
    index('activity_actor').on(table.shopId, table.actorId, table.at, table.id),
    // The search finds objects and addresses by how they begin, in any locale of the database.
    index('activity_subject_begins').on(table.shopId, sql`lower(${table.subject}) text_pattern_ops`),
    index('activity_address_begins').on(table.shopId, table.address.op('text_pattern_ops')),
    index('activity_unsealed').on(table.at, table.id).where(not(table.isSealed)),
  ],
)

/**
 * The hash chains of activity: one for each shop, one for the installation (no shop). A row holds the hash of one entry
 * and of the row before it (lib/chain says how).
 */
export const activitySeals = pgTable(
  'activity_seals',
  {
    shopId: text('shop_id').references(() => shops.id),
    /** Position in its chain, from 1. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    entryId: uuid('entry_id').primaryKey(),
    /** Salts of the hashes beside them. Null: what was hashed is forgotten, and cannot be guessed from its hash. */
    addressSalt: bytea('address_salt'),
    detailSalt: bytea('detail_salt'),
    addressHash: bytea('address_hash').notNull(),
    detailHash: bytea('detail_hash').notNull(),
    entryHash: bytea('entry_hash').notNull(),
    /** All entries that were committed up to this time are in the chain. */
    sealedUntil: instant('sealed_until').notNull(),
    hash: bytea('hash').notNull(),
    /** The entry that says that this one was deleted. */
    forgottenBy: uuid('forgotten_by'),
  },
  (table) => [unique('activity_seals_seq').on(table.shopId, table.seq).nullsNotDistinct()],
)
