import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { OfferedLocale } from '../../i18n/locales'
import type { Allowance, Role } from '../../permissions'
import { bytea, instant } from './columns'
import { shopColumn } from './shops'

/** People. Changing `session_version` ends all of a person's sessions. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /**
     * In the form of `normalEmail`, so that the database can compare bytes. Service accounts (accounts/service-accounts.ts)
     * have none, and `token:` with their ID here.
     */
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** The password was generated, or is too weak. Shops are closed to this person until they choose another one. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** A language and an IANA time zone that the person chose; null: those of the browser. */
    locale: text('locale').$type<OfferedLocale>(),
    timeZone: text('time_zone'),
    sessionVersion: integer('session_version').notNull().default(1),
    /** Whether the person may add shops, and change what concerns the whole installation. */
    isAdministrator: boolean('is_administrator').notNull().default(false),
    /** The OpenID provider whose claim made the person an administrator; null: a person or a command did, or a start. */
    administratorBy: text('administrator_by'),
    disabledAt: instant('disabled_at'),
    lastSignInAt: instant('last_sign_in_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email').on(table.email)],
)

/** A person, by default the one that a row belongs to. */
export const userColumn = (name = 'user_id') =>
  uuid(name)
    .notNull()
    .references(() => users.id)

/** New e-mail addresses that their owners have yet to confirm, by a link whose SHA-256 this is. A person has at most one. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: userColumn().primaryKey(),
    tokenHash: bytea('token_hash').notNull(),
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [uniqueIndex('email_changes_token').on(table.tokenHash)],
)

/** Roles of people in shops. A disabled membership grants nothing; it does not affect the person's other shops. */
export const memberships = pgTable(
  'memberships',
  {
    shopId: shopColumn(),
    userId: userColumn(),
    role: text('role').$type<Role>().notNull(),
    /** What an owner allows beyond the role. */
    allowances: text('allowances').array().$type<Allowance[]>().notNull().default([]),
    /** Since when they have this role here, for the time in which a second factor may still be missing. */
    roleSince: instant('role_since').notNull().defaultNow(),
    /** The OpenID provider whose claim gave the role, and can change it; null: a person did. */
    provider: text('provider'),
    disabledAt: instant('disabled_at'),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.userId] })],
)

/**
 * Sessions, one for each sign-in, whose IDs the session cookies carry. A session that is not here is over, so ending
 * one deletes its row.
 */
export const sessions = pgTable(
  'sessions',
  {
    /** A proof gives the session another ID, so that tokens from before it end. */
    id: uuid('id').primaryKey(),
    /** The ID before the last proof, and until when it still counts, without that proof. */
    previousId: uuid('previous_id'),
    previousUntil: instant('previous_until'),
    userId: userColumn(),
    beganAt: instant('began_at').notNull().defaultNow(),
    /** Its last use, at most a minute old. For the idle limit. */
    seenAt: instant('seen_at').notNull().defaultNow(),
    /** When the person last proved who they are: at sign-in, or signing in again (auth/requirements.ts). */
    provenAt: instant('proven_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** The OpenID provider that vouched for the person, and asks for factors in our place; null: they signed in here. */
    provider: text('provider'),
    /** Network address and `User-Agent` of its last noted use. */
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    index('sessions_of_user').on(table.userId),
    index('sessions_of_previous_id').on(table.previousId),
  ],
)

/** Failed sign-ins by counter key. In the database, so that a restart does not reset them. */
export const signInFailures = pgTable('sign_in_failures', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
})

/**
 * Links that set a new password. The token is not stored: `token_hash` is its SHA-256. A mailed link and one that is
 * handed over coexist, because strangers can have a link mailed.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: userColumn(),
    /** Who handed the link over; null: it was mailed to the person, or made by a command. */
    createdBy: uuid('created_by').references(() => users.id),
    /** Whether `npm run admin -- reset-owner` made it. */
    byOperator: boolean('by_operator').notNull().default(false),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('password_resets_of_user').on(table.userId)],
)

/** Identities of people at OpenID providers, linked to their accounts. `subject`: the provider's own ID of the person. */
export const identities = pgTable(
  'identities',
  {
    id: uuid('id').primaryKey(),
    userId: userColumn(),
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.provider, table.subject),
    index('identities_of_user').on(table.userId),
  ],
)

/** Identities that wait for their person's consent to be linked. `token_hash` is the SHA-256 of a cookie. */
export const pendingIdentities = pgTable('pending_identities', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: userColumn(),
  provider: text('provider').notNull(),
  subject: text('subject').notNull(),
  /** What the provider calls the person. */
  label: text('label').notNull().default(''),
  expiresAt: instant('expires_at').notNull(),
})
