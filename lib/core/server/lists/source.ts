import 'server-only'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { containsWords, hasWords, startsWith, type Lines, type Near } from '../search/search'
import type { SearchedResource } from '../tables/words'

/** Columns of every table that has a searchable list; `search` holds lines (fold.ts). */
type SearchedTable = PgTable & Record<'shopId' | 'id' | 'search', PgColumn>

export type Source<Row extends object> = {
  resource: SearchedResource
  table: SearchedTable
  columns: { [Column in keyof Row]: PgColumn }
  lines: Lines
  /** Condition for a query that is not words, such as an e-mail address; undefined for words. */
  contains?: (q: string) => SQL | undefined
  /** Conditions for similar rows, the most similar first. Default: words with a typing error. */
  resembles?: (q: string, near: Near) => AsyncGenerator<SQL | undefined>
}

/** Matches rows that contain each word, or the source's own condition. Every query uses an index. */
export function containsAll({ table, contains }: Omit<Source<object>, 'columns'>, q: string): SQL {
  if (!hasWords(q)) return startsWith(table.search, q)
  return contains?.(q) ?? containsWords([table.search], q)
}
