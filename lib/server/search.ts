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

/** Rows whose folded text contains each word of `query`, whatever pattern characters it holds. */
export function containsWords(column: PgColumn, query: string): SQL {
  const words = fold(query).split(' ').filter(Boolean).slice(0, 8)
  const conditions = words.map((word) => sql`${column} LIKE ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`
}
