import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns'
import { userColumn } from './users'

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
  expiresAt: instant('expires_at').notNull(),
})
