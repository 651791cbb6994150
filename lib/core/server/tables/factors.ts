import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns'
import { userColumn, users } from './users'

/** Second factors of people. A passkey is also enough on its own. */
export const factors = pgTable(
  'factors',
  {
    id: uuid('id').primaryKey(),
    userId: userColumn(),
    kind: text('kind').$type<'totp' | 'passkey'>().notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
    /** An app counts once it has shown its first code. */
    confirmedAt: instant('confirmed_at'),
    /** For an app: its secret, and the time step of the last accepted code, so that no code works twice. */
    secretSealed: bytea('secret_sealed'),
    lastStep: integer('last_step'),
    /** For a passkey. The signature counter is 0 if the authenticator has none. */
    credentialId: text('credential_id'),
    publicKey: bytea('public_key'),
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: text('transports').array().notNull().default([]),
  },
  (table) => [
    index('factors_of_user').on(table.userId),
    uniqueIndex('factors_credential').on(table.credentialId),
  ],
)

/** Recovery codes as keyed hashes (`Sealer.mark`). Used ones stay until new ones are made, so that reuse is noticed. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userColumn(),
    mark: bytea('mark').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.mark] })],
)

/** Challenges to passkeys. Each is used once. */
export const challenges = pgTable('challenges', {
  challenge: text('challenge').primaryKey(),
  /** Null: for signing in, when the person is not known yet. */
  userId: uuid('user_id').references(() => users.id),
  expiresAt: instant('expires_at').notNull(),
})

/** Browsers in which the second factor is not asked for, until `expires_at`. `token_hash` is the SHA-256 of a cookie. */
export const trustedBrowsers = pgTable(
  'trusted_browsers',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: userColumn(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('trusted_browsers_of_user').on(table.userId)],
)
