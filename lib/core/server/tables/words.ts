import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { shopColumn } from './shops'

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
