import 'server-only'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '../../../db/database'
import type { LiveEvent } from '../../events'
import type { ShopContext } from '../context'
import { qualified, recordset } from '../sql'
import { syncs } from '../tables/mirrors'

export type Resource = (typeof syncs.$inferSelect)['resource']

/** An entry of a complete list. `fingerprint` shows whether it changed since it was last written. */
export type Listed<Reply> = { reply: Reply; fingerprint: string }

/** The columns of every mirror's table; lib/products/server/tables.ts explains them. */
export type MirrorTable = PgTable &
  Record<
    'shopId' | 'id' | 'fingerprint' | 'firstSeenAt' | 'syncedAt' | 'submittedAt' | 'vanishedAt',
    PgColumn
  >

/** A list that is mirrored: its address, how to read an entry, and how to write rows. */
export type Mirror<Reply extends { id: string }> = {
  resource: Resource
  live: LiveEvent['kind']
  table: MirrorTable
  /** Name of the trigram index. Its list of pending entries slows searches after many writes. */
  searchIndex: string
  /** Change it when `write` makes other rows from the same replies, so that all are written again. */
  version: number | string
  address: (context: ShopContext) => string
  /** A loose schema. Replies that it rejects are skipped. */
  reply: z.ZodType<Reply>
  /** `at`: when the list was requested. Rows that are newer must be left alone. */
  write: (db: Database, context: ShopContext, listed: Listed<Reply>[], at: Date) => Promise<void>
}

/**
 * When a mirrored row was last confirmed. A full sync does not rewrite an unchanged row with a fingerprint, so each
 * later complete sync confirms it.
 */
export const confirmedAt = (table: MirrorTable, resource: Resource): SQL =>
  sql`greatest(${qualified(table.syncedAt)}, CASE WHEN ${qualified(table.fingerprint)} IS NOT NULL THEN
    (SELECT s.synced_at FROM ${syncs} s WHERE s.shop_id = ${qualified(table.shopId)} AND s.resource = ${resource}) END)`

/** The columns of a mirrored row, with `syncedAt` as the time of its last confirmation. */
export const confirmedColumns = <Table extends PgTable & MirrorTable>(table: Table, resource: Resource) => ({
  ...getTableColumns(table),
  syncedAt: confirmedAt(table, resource).mapWith(table.syncedAt).as('confirmed_at'),
})

type Upsert = {
  /** Values by the columns' names in TypeScript; absent ones become null. */
  rows: Record<string, unknown>[]
  /** New values of an existing row, by the same names. */
  set: Record<string, SQL>
  /** Condition for changing an existing row. */
  when: SQL
}

/**
 * Inserts rows, or changes existing ones (by `shop_id` and `id`). Uses one parameter for all rows: preparing a
 * thousand parameters takes longer than writing the rows.
 */
export async function upsert(db: Database, table: PgTable, order: Upsert): Promise<void> {
  if (order.rows.length > 0) await db.execute(statementOf(table, order))
}

/** A separate function, so that only the rows' text stays in memory while the statement runs. */
function statementOf(table: PgTable, { rows, set, when }: Upsert): SQL {
  const columns = getTableColumns(table)
  const used = Object.values(columns).map(({ name }) => sql.identifier(name))
  const sets = Object.entries(set).map(
    ([key, value]) => sql`${sql.identifier(columns[key]?.name ?? key)} = ${value}`,
  )
  const comma = sql`, `
  return sql`
    INSERT INTO ${table} (${sql.join(used, comma)})
    SELECT ${sql.join(used, comma)} FROM ${recordset(table, rows)}
    ON CONFLICT (shop_id, id) DO UPDATE SET ${sql.join(sets, comma)} WHERE ${when}`
}

/** Parses a date from the gateway. Null if it is absent, unreadable or beyond the year 9999. */
export function instantOf(text: string | null | undefined): Date | null {
  const time = text ? Date.parse(text) : Number.NaN
  return time > -62_135_596_800_000 && time < 253_402_300_800_000 ? new Date(time) : null
}
