import 'server-only'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Rows of a table from one parameter, with values by the columns' names in TypeScript. Nulls are left out: absent ones are null, too. */
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
