import 'server-only'
import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { exactTotalLimit } from '../../lists/paging'
import type { Database } from '../../../db/database'
import { singleton } from '../../../db/singleton'

/** Pages of 8 kB in a sample: about ten thousand rows. */
const samplePages = 1000

export type Total = { total: number; total_exact: boolean }

/** How long an estimate is kept, so that paging through a long list does not count again. */
const estimateMs = 60_000
const maxEstimates = 500
const estimates = singleton<Map<string, { total: number; until: number }>>('total-estimates')

type Counted = { key: string }

/** Number of rows: exact up to the limit of exact totals, above it an estimate. `key` identifies the count. */
export async function countRows(db: Database, table: PgTable, where: SQL, counted: Counted): Promise<Total> {
  const earlier = earlierEstimate(counted.key)
  if (earlier !== null) return earlier
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM ${table} WHERE ${where} LIMIT ${exactTotalLimit + 1}) counted`,
  )
  return totalOf(db, table, where, { ...counted, found: rows[0]?.count ?? 0 })
}

/** The same if `found` rows, at most the limit plus one, were counted already. */
export async function totalOf(
  db: Database,
  table: PgTable,
  where: SQL,
  { key, found }: Counted & { found: number },
): Promise<Total> {
  if (found <= exactTotalLimit) return { total: found, total_exact: true }
  return { total: remember(key, await estimate(db, table, where)), total_exact: false }
}

export function earlierEstimate(key: string): Total | null {
  if (!estimates.peek()) estimates.set(new Map())
  const known = estimates.get()
  const earlier = known.get(key)
  if (earlier && earlier.until > Date.now()) return { total: earlier.total, total_exact: false }
  known.delete(key)
  return null
}

function remember(key: string, total: number): number {
  const known = estimates.get()
  if (known.size >= maxEstimates) known.clear()
  known.set(key, { total, until: Date.now() + estimateMs })
  return total
}

/**
 * Counts in a sample of the table's pages. Always the same ones, so that the number does not jump. The planner's own
 * estimate is useless for searches.
 */
async function estimate(db: Database, table: PgTable, where: SQL): Promise<number> {
  const size = await db.execute<{ pages: number }>(
    sql`SELECT (pg_relation_size(${getTableName(table)}::regclass) / 8192)::int AS pages`,
  )
  const share = Math.min(1, samplePages / Math.max(1, size.rows[0]?.pages ?? 1))
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM ${table} TABLESAMPLE SYSTEM (${sql.raw((share * 100).toFixed(6))}) REPEATABLE (1) WHERE ${where}`,
  )
  return Math.max(exactTotalLimit, rounded((rows[0]?.count ?? 0) / share))
}

/** Two significant digits: a sample is no more precise. */
const rounded = (count: number): number => (count === 0 ? 0 : Number(count.toPrecision(2)))

export type Listed<Row> = {
  rows: Row[]
  next_cursor: string | null
  prev_cursor: string | null
  /** No row matches the search; these are similar. */
  alike: boolean
  /** Number of ranked rows at which the list ends; null if it has all. */
  best: number | null
} & Total
