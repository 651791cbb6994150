import 'server-only'
import { or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { hasWholePhone } from '../search/phone'
import { containsWords, hasWords, startsWith, type Lines, type Near } from '../search/search'
import { hasWholeLine, isMaskedText, type MaskedText, type SearchedText } from '../search/searched-text'
import type { SearchedResource } from '../tables/mirrors'

/** Columns of every table that has a searchable list; `search` holds lines (fold.ts). */
type SearchedTable = PgTable & Record<'shopId' | 'id' | 'search', PgColumn>

export type Source<Row extends object> = {
  resource: SearchedResource
  table: SearchedTable
  columns: { [Column in keyof Row]: PgColumn }
  lines: Lines
  /** The text that is searched if the viewer sees some values masked. Default: the whole `search`. */
  masked?: MaskedText
  /** Condition for a query that is not words, such as an e-mail address; undefined for words. */
  contains?: (q: string) => SQL | undefined
  /** Conditions for similar rows, the most similar first. Default: words with a typing error. */
  resembles?: (q: string, near: Near) => AsyncGenerator<SQL | undefined>
}

type Searched = Omit<Source<object>, 'columns'>

export const textOf = ({ table, masked }: Pick<Searched, 'table' | 'masked'>): SearchedText =>
  masked ?? table.search

/**
 * Matches rows that contain each word, or the source's own condition. Masked values match as a whole only. Every query
 * uses an index.
 */
export function containsAll(source: Searched, q: string): SQL {
  const text = textOf(source)
  if (!hasWords(q)) return startsWith(text, q)
  if (isMaskedText(text))
    return or(containsWords([text], q), hasWholeLine(text, q), hasWholePhone(text, q)) as SQL
  return source.contains?.(q) ?? containsWords([text], q)
}
