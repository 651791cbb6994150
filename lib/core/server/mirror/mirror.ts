import 'server-only'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { LiveEvent } from '../../events'
import type { Database } from '../../../db/database'
import type { ShopContext } from '../context'
import { syncs } from '../tables/syncs'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { qualified } from '../qualified'

export type Resource = (typeof syncs.$inferSelect)['resource']

/** One thing of a complete list; `fingerprint` tells whether it is as it was when last written. */
export type Listed<Reply> = { reply: Reply; fingerprint: string }

/** The columns that every mirror's table has; what they mean stands in tables/products.ts. */
export type MirrorTable = PgTable &
  Record<
    'shopId' | 'id' | 'fingerprint' | 'firstSeenAt' | 'syncedAt' | 'submittedAt' | 'vanishedAt',
    PgColumn
  >

/** What is mirrored of a shop: where its list is, how one of it is read, and how rows are written. */
export type Mirror<Reply extends { id: string }> = {
  resource: Resource
  /** What browsers are told when the mirror was brought up to date. */
  live: LiveEvent['kind']
  table: MirrorTable
  /** Of the trigram index, whose list of pending entries slows searches down after many writes. */
  searchIndex: string
  /** To be raised when `write` makes other rows of the same replies, so that all are written again. */
  version: number
  address: (context: ShopContext) => string
  /** Loose: what it refuses is passed over. */
  reply: z.ZodType<Reply>
  /** `at`: when the list was asked for. A row that is newer must be left alone. */
  write: (db: Database, shopId: string, listed: Listed<Reply>[], at: Date) => Promise<void>
}

/**
 * When a mirrored row was last known to be as it is. A full sync does not write a row again (one with a fingerprint)
 * while the row stays the same: each complete sync since has confirmed it.
 */
export const confirmedAt = (table: MirrorTable, resource: Resource): SQL =>
  sql`greatest(${qualified(table.syncedAt)}, CASE WHEN ${qualified(table.fingerprint)} IS NOT NULL THEN
    (SELECT s.synced_at FROM ${syncs} s WHERE s.shop_id = ${qualified(table.shopId)} AND s.resource = ${resource}) END)`

/** The columns of a mirrored row; its `syncedAt` is when it was last confirmed. */
export const confirmedColumns = <Table extends PgTable & MirrorTable>(table: Table, resource: Resource) => ({
  ...getTableColumns(table),
  syncedAt: confirmedAt(table, resource).mapWith(table.syncedAt).as('confirmed_at'),
})

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
