import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { shops } from './shops'

/** What is searched for with slips. */
export type SearchedResource = 'products' | 'customers' | 'checkouts' | 'card_tokens'

/**
 * Words of names and the like that stand in what a shop's lists are searched in (lib/core/server/lists/words.ts), each once: few, of
 * a million rows. What was mistyped is looked up here first.
 */
export const searchWords = pgTable(
  'search_words',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    resource: text('resource').$type<SearchedResource>().notNull(),
    /** Folded (fold.ts), of letters only. */
    word: text('word').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.resource, table.word] }),
    index('search_words_like')
      .using('gin', sql`${table.word} gin_trgm_ops`)
      .with({ fastupdate: false }),
  ],
)
