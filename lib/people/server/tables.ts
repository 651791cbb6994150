import { sql } from 'drizzle-orm'
import { pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Allowance, Role } from '../../core/permissions'
import { bytea, instant } from '../../core/server/tables/columns'
import { shopColumn } from '../../core/server/tables/shops'
import { userColumn } from '../../core/server/tables/users'
import type { InvitationMailOutcome } from '../schema'

/**
 * Invitations to a shop. The link's token is shown once and not stored: `token_hash` is its SHA-256. An e-mail address
 * has at most one invitation per shop that is neither accepted nor revoked.
 */
export const invitations = pgTable(
  'invitations',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    /** In the form of `normalEmail`, like accounts. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Permissions beyond the role. */
    allowances: text('allowances').array().$type<Allowance[]>().notNull().default([]),
    createdBy: userColumn('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
    /** How mailing the link ended; null: it was not mailed. */
    mailOutcome: text('mail_outcome').$type<InvitationMailOutcome>(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('invitations_token').on(table.tokenHash),
    uniqueIndex('invitations_open')
      .on(table.shopId, table.email)
      .where(sql`${table.acceptedAt} IS NULL AND ${table.revokedAt} IS NULL`),
  ],
)
