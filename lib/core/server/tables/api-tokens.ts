import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { TokenScope } from '../../permissions'
import { bytea, instant } from './columns'
import { shopColumn } from './shops'
import { userColumn, users } from './users'

/**
 * API tokens. Each works in one shop. `token_hash` is the SHA-256 of the whole token, which is not stored; `start` is
 * its beginning, by which people recognise it.
 */
export const apiTokens = pgTable(
  'api_tokens',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'personal' | 'service'>().notNull(),
    /** Who acts: the person, or the service account of the token (accounts/service-accounts.ts). */
    userId: userColumn(),
    name: text('name').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    start: text('start').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** Networks that it may be used from, as CIDR; empty: any. */
    networks: text('networks').array().notNull().default([]),
    createdBy: userColumn('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** Its last use, at most a minute old, and from where. */
    lastUsedAt: instant('last_used_at'),
    lastAddress: text('last_address'),
    revokedAt: instant('revoked_at'),
    revokedBy: uuid('revoked_by').references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('api_tokens_hash').on(table.tokenHash),
    index('api_tokens_of_user').on(table.userId),
  ],
)
