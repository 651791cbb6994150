import 'server-only'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { containsWords, hasWords, startsWith, type Lines, type Near } from '../search'
import type { SearchedResource } from '../tables/words'

/** The columns that every table has whose rows are listed and searched for; `search` holds lines (fold.ts). */
type SearchedTable = PgTable & Record<'shopId' | 'id' | 'search', PgColumn>

/** What a list is made of. */
export type Source<Row extends object> = {
  resource: SearchedResource
  table: SearchedTable
  /** What a list shows of a row. */
  columns: { [Column in keyof Row]: PgColumn }
  lines: Lines
  /** What a row has, where it is no words that are searched for but what few have; undefined where it is. */
  contains?: (q: string) => SQL | undefined
  /** What a row that is only like it has, the most alike first; where it is not said, words with a slip. */
  resembles?: (q: string, near: Near) => AsyncGenerator<SQL | undefined>
}

/** Rows that contain each word, or what the source looks for instead. No query reads all rows for want of an index. */
export function containsAll({ table, contains }: Omit<Source<object>, 'columns'>, q: string): SQL {
  if (!hasWords(q)) return startsWith(table.search, q)
  return contains?.(q) ?? containsWords([table.search], q)
}
