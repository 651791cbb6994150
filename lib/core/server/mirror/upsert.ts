import 'server-only'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database'

type Upsert = {
  /** Values by the names of the table's columns in TypeScript; what is absent is null. */
  rows: Record<string, unknown>[]
  /** What a row that exists becomes, by the same names. */
  set: Record<string, SQL>
  /** Whether it becomes that. */
  when: SQL
}

/**
 * Inserts rows, or changes those that exist (by `shop_id` and `id`). One statement with one parameter, whatever
 * their number: a thousand parameters take longer to make than the rows to write.
 */
export async function upsert(db: Database, table: PgTable, order: Upsert): Promise<void> {
  if (order.rows.length > 0) await db.execute(statementOf(table, order))
}

/** By itself, so that while it runs nothing is held of the rows but their text. */
function statementOf(table: PgTable, { rows, set, when }: Upsert): SQL {
  const columns = getTableColumns(table)
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [columns[key]?.name ?? key, value])),
  )
  const used = Object.values(columns).map(({ name }) => sql.identifier(name))
  const sets = Object.entries(set).map(
    ([key, value]) => sql`${sql.identifier(columns[key]?.name ?? key)} = ${value}`,
  )
  const comma = sql`, `
  return sql`
    INSERT INTO ${table} (${sql.join(used, comma)})
    SELECT ${sql.join(used, comma)} FROM json_populate_recordset(NULL::${table}, ${storableJson(named)}::json)
    ON CONFLICT (shop_id, id) DO UPDATE SET ${sql.join(sets, comma)} WHERE ${when}`
}

/**
 * As JSON without what PostgreSQL refuses, wherever it is: NUL, and halves of surrogate pairs. One such value
 * would otherwise keep a whole list out of the mirror.
 */
function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text
  return text.replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (escape) => (escape.length > 2 ? '' : escape))
}

/** A date the gateway gave, or null where it gave none that can be read; years beyond 9999 are none. */
export function instantOf(text: string | null | undefined): Date | null {
  const time = text ? Date.parse(text) : Number.NaN
  return time > -62_135_596_800_000 && time < 253_402_300_800_000 ? new Date(time) : null
}
