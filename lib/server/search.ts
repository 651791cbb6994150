import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Text as it is searched in: without accents or case, in one line. NUL, which PostgreSQL refuses, goes too. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\0]+/g, ' ')
    .trim()

/** Rows of whose folded texts one contains each word of `query`, whatever pattern characters it holds. */
export function containsWords(columns: PgColumn[], query: string): SQL {
  const words = fold(query).split(' ').filter(Boolean).slice(0, 8)
  const conditions = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    const places = columns.map((column) => sql`${column} LIKE ${pattern}`)
    return sql`(${sql.join(places, sql` OR `)})`
  })
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`
}
