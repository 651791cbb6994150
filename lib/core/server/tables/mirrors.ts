import { pgTable, primaryKey, text, index } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from './columns'
import { shopColumn } from './shops'

/** Syncs by shop and resource: a lease, so that one runs at a time across all instances, and the last result. */
export const syncs = pgTable(
  'syncs',
  {
    shopId: shopColumn(),
    resource: text('resource').$type<'products' | 'customers'>().notNull(),
    leaseEndsAt: instant('lease_ends_at'),
    startedAt: instant('started_at'),
    /** Another sync was requested that starts after this time. */
    wantedAt: instant('wanted_at'),
    /** When the last complete sync started: the mirror is at least this fresh. */
    syncedAt: instant('synced_at'),
    failedAt: instant('failed_at'),
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.resource] })],
)

/** Resources whose search tolerates typing errors. */
export type SearchedResource = 'products' | 'customers' | 'checkouts' | 'card_tokens'

/**
 * The known words of a shop's search texts, each once (lib/core/server/lists/words.ts): few, even for a million rows.
 * Mistyped words are looked up among them first.
 */
export const searchWords = pgTable(
  'search_words',
  {
    shopId: shopColumn(),
    resource: text('resource').$type<SearchedResource>().notNull(),
    /** Folded (fold.ts), letters only. */
    word: text('word').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.resource, table.word] }),
    index('search_words_like')
      .using('gin', sql`${table.word} gin_trgm_ops`)
      .with({ fastupdate: false }),
  ],
)
