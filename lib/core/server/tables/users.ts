import { integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '../../permissions'
import { instant } from './columns'
import { shops } from './shops'

/** People. Changing `session_version` ends all of a person's sessions. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** In the form of `normalEmail`, so that the database can compare bytes. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    sessionVersion: integer('session_version').notNull().default(1),
    disabledAt: instant('disabled_at'),
    lastSignInAt: instant('last_sign_in_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email').on(table.email)],
)

/** Roles of people in shops. A disabled membership grants nothing; it does not affect the person's other shops. */
export const memberships = pgTable(
  'memberships',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<Role>().notNull(),
    disabledAt: instant('disabled_at'),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.userId] })],
)

/** Signed-out sessions, kept until they would have expired, because their tokens still exist. */
export const endedSessions = pgTable('ended_sessions', {
  id: uuid('id').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

/** When a session was last used, for the idle limit. Without a row, not since shortly after it began. */
export const sessionUses = pgTable('session_uses', {
  id: uuid('id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Failed sign-ins by counter key. In the database, so that a restart does not reset them. */
export const signInFailures = pgTable('sign_in_failures', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
})
