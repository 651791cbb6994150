import 'server-only'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { containsWords, hasWords, startsWith, type Lines } from '../search'

/** The columns that every table has whose rows are listed and searched for; `search` holds lines (fold.ts). */
type SearchedTable = PgTable & Record<'shopId' | 'id' | 'search', PgColumn>

/** What a list is made of. */
export type Source<Row extends object> = {
  table: SearchedTable
  /** What a list shows of a row. */
  columns: { [Column in keyof Row]: PgColumn }
  lines: Lines
  /** What a row has, where it is no words that are searched for; undefined where it is. */
  contains?: (q: string) => SQL | undefined
}

/** Rows that contain each word, or what the source looks for instead. No query reads all rows for want of an index. */
export function containsAll({ table, contains }: Omit<Source<object>, 'columns'>, q: string): SQL {
  if (!hasWords(q)) return startsWith(table.search, q)
  return contains?.(q) ?? containsWords([table.search], q)
}
