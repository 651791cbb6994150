import 'server-only'
import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { exactTotalLimit } from '../contracts/paging'
import type { Database } from '../db/database'
import { singleton } from '../db/singleton'

/** Pages (of 8 kB) that an estimate looks at: about ten thousand rows. */
const samplePages = 1000

export type Total = { total: number; total_exact: boolean }

/** An estimate holds so long: whoever pages through a long list does not count it again with each page. */
const estimateMs = 60_000
const mostEstimates = 500
const estimates = singleton<Map<string, { total: number; until: number }>>('total-estimates')

type Counted = { key: string }

/** How many rows there are: exactly up to the limit of exact totals, beyond it by a sample. `key` names what is counted. */
export async function countRows(db: Database, table: PgTable, where: SQL, counted: Counted): Promise<Total> {
  const earlier = earlierEstimate(counted.key)
  if (earlier !== null) return earlier
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM ${table} WHERE ${where} LIMIT ${exactTotalLimit + 1}) counted`,
  )
  return totalOf(db, table, where, { ...counted, found: rows[0]?.count ?? 0 })
}

/** The same where so many were `found` already, up to one more than are told exactly. */
export async function totalOf(
  db: Database,
  table: PgTable,
  where: SQL,
  { key, found }: Counted & { found: number },
): Promise<Total> {
  if (found <= exactTotalLimit) return { total: found, total_exact: true }
  return { total: remember(key, await estimate(db, table, where)), total_exact: false }
}

/** What a sample said a while ago. */
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
  if (known.size >= mostEstimates) known.clear()
  known.set(key, { total, until: Date.now() + estimateMs })
  return total
}

/**
 * Counts in a part of the table's pages, always the same ones, so that the number does not jump with each look.
 * Not the planner's estimate: of what is searched for, it knows next to nothing.
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

/** To two significant digits: more would claim what no sample knows. */
const rounded = (count: number): number => (count === 0 ? 0 : Number(count.toPrecision(2)))
