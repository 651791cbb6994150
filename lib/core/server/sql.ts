import 'server-only'
import { sql, type SQL, type SQLWrapper, getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * A column printed with its table. In a select from one table and in `returning`, Drizzle prints the columns of an
 * expression without their table; in a sub-query the outer row's `shop_id` would then mean the inner table's. Lint
 * (`qualified-sub-queries`) requires this in each sub-query.
 */
export const qualified = (column: PgColumn): SQL => sql`${column}`

/** SQL for a moment as the wire has it: ISO 8601 in UTC, with milliseconds. */
export const isoText = (at: SQLWrapper): SQL =>
  sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL for a moment this many seconds from now, by the database's clock. */
export const secondsFromNow = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`

/**
 * SQL for whether a lease is free, by the database's clock: `end` is null or past, or more than an hour ahead. Leases last a
 * minute, so one that ends later was taken before the clock was put back. An hour leaves room for long transactions, whose
 * `now()` is when they began.
 */
export const whereLeaseOver = (end: SQLWrapper): SQL => sql`(${end} IS NULL OR ${whereDue(end, 3600)})`

/**
 * SQL for whether a planned time has come, by the database's clock: it is past, or more than `longest` seconds ahead. No
 * pause is that long, so it was planned before the clock was put back.
 */
export const whereDue = (at: SQLWrapper, longest: number): SQL =>
  sql`(${at} <= now() OR ${at} > ${secondsFromNow(longest)})`

/**
 * Rows of a table from one parameter, with values by the columns' names in TypeScript. Nulls are left out: absent ones
 * are null, too.
 */
export function recordset(table: PgTable, rows: Record<string, unknown>[]): SQL {
  const columns = getTableColumns(table)
  const named = rows.map((row) => {
    const given: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(row))
      if (value !== null)
        given[columns[key]?.name ?? key] = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
    return given
  })
  return sql`json_populate_recordset(NULL::${table}, ${storableJson(named)}::json)`
}

/**
 * Returns JSON without what PostgreSQL refuses, so that one such value does not keep all rows out: leaves NUL out, and
 * replaces lone surrogates, as the driver does in a parameter.
 */
function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text
  return text.replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (escape) =>
    escape.length === 2 ? escape : escape === '\\u0000' ? '' : '\ufffd',
  )
}

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
