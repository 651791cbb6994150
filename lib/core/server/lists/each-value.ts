import 'server-only'
import { sql, type SQL } from 'drizzle-orm'

/** More than any shop has. Limits how much invented values in notifications can cost. */
const maxValues = 200

/**
 * SQL for the different values of a text column, for use in FROM, as `value`. `next` selects the first value after a given
 * one from an index, so that rows with the same value are not read. `limit`: how many values at most; sums need `ALL`.
 */
export const eachValue = (next: (after: SQL) => SQL, limit: number | 'ALL' = maxValues): SQL => sql`(
  WITH RECURSIVE known AS (
    SELECT (${next(sql`''`)}) AS value
    UNION ALL SELECT (${next(sql`known.value`)}) FROM known WHERE known.value IS NOT NULL
  ) SELECT value FROM known WHERE value IS NOT NULL LIMIT ${sql.raw(String(limit))})`
