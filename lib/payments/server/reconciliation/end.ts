import 'server-only'
import { parseDate } from '@internationalized/date'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { ReconciliationCounts } from '../../reconciliation/reconciliation'
import type { ReconciliationRow } from './tables'

export type Ended = Pick<ReconciliationRow, 'state' | 'step' | 'done' | 'counts'>

type Ending = { tx: Database; run: ReconciliationRow; isLive: boolean }

/** SQL: whether another row says something else of row `r`'s UID. Which of them is right cannot be known. */
const whereContradiction = sql`EXISTS (
  SELECT 1 FROM reconciliation_rows e WHERE e.shop_id = r.shop_id AND e.reconciliation_id = r.reconciliation_id
    AND e.uid = r.uid AND e.position <> r.position AND e.result NOT IN ('unread', 'repeated', 'only_here'))`

/**
 * SQL: whether no row was found by its UID, although there are transactions here. The UIDs are probably those of
 * another column: if recorded, the same money would count twice.
 */
function areUidsUnknown({ shopId, id }: ReconciliationRow): SQL {
  const rows = sql`SELECT 1 FROM reconciliation_rows f WHERE f.shop_id = ${shopId} AND f.reconciliation_id = ${id}`
  return sql`(NOT EXISTS (${rows} AND f.matched_by = 'uid') AND EXISTS (${rows} AND f.matched_uid IS NOT NULL))`
}

/** Marks the remaining rows as only in the statement, with the reasons why some cannot be recorded. Counts all results. */
export async function endMatching(ending: Ending): Promise<Ended> {
  const { tx, run, isLive } = ending
  const whereRun = sql`r.shop_id = ${run.shopId} AND r.reconciliation_id = ${run.id}`
  await tx.execute(sql`
    UPDATE reconciliation_rows r SET result = 'only_there', problems = (
      SELECT coalesce(array_agg(DISTINCT problem), '{}') FROM unnest(r.problems || array_remove(ARRAY[
        CASE WHEN r.uid IS NULL THEN 'no_uid' WHEN ${whereContradiction} THEN 'same_uid' END,
        CASE WHEN r.uid IS NOT NULL AND ${areUidsUnknown(run)} THEN 'unknown_uids' END,
        CASE WHEN r.at IS NULL THEN 'time' END,
        CASE WHEN r.status = 'failed' THEN 'not_paid' END,
        CASE WHEN r.test AND ${isLive} THEN 'test' END
      ]::text[], NULL)) AS problem)
    WHERE ${whereRun} AND r.result = 'pending'`)
  return { state: 'matched', step: null, done: 0, counts: await countsOf(ending) }
}

async function countsOf(ending: Ending): Promise<ReconciliationCounts> {
  const { tx, run } = ending
  const { rows } = await tx.execute<
    Omit<ReconciliationCounts, 'rows' | 'recorded' | 'tests' | 'other_currencies'>
  >(sql`
    SELECT count(*) FILTER (WHERE result = 'matched')::int AS matched,
      count(*) FILTER (WHERE result = 'differing')::int AS differing,
      count(*) FILTER (WHERE result = 'only_there')::int AS only_there,
      count(*) FILTER (WHERE result = 'only_here')::int AS only_here,
      count(*) FILTER (WHERE result = 'repeated')::int AS repeated,
      count(*) FILTER (WHERE result = 'unread')::int AS unread,
      count(*) FILTER (WHERE result = 'only_there' AND problems = '{}')::int AS recordable,
      count(*) FILTER (WHERE 'unknown_uids' = ANY(problems))::int AS unknown_uids
    FROM reconciliation_rows r WHERE r.shop_id = ${run.shopId} AND r.reconciliation_id = ${run.id}`)
  const [counted] = rows
  if (!counted) throw new Error('a count has a row')
  return { ...run.counts, ...counted, recorded: 0, ...(await countIgnored(ending)) }
}

/** Counts the period's transactions that the comparison ignores: tests in a live shop, and currencies without a row. */
async function countIgnored({
  tx,
  run,
  isLive,
}: Ending): Promise<Pick<ReconciliationCounts, 'tests' | 'other_currencies'>> {
  if (run.dayFrom === null || run.dayTo === null) return { tests: 0, other_currencies: 0 }
  const { zone } = run.mapping
  const begin = parseDate(run.dayFrom).toDate(zone).toISOString()
  const end = parseDate(run.dayTo).add({ days: 1 }).toDate(zone).toISOString()
  const { rows } = await tx.execute<{ tests: number; other_currencies: number }>(sql`
    SELECT (SELECT count(*)::int FROM payments p WHERE p.shop_id = ${run.shopId} AND p.test AND ${isLive}
        AND p.paid > 0 AND p.at >= ${begin}::timestamptz AND p.at < ${end}::timestamptz) AS tests,
      (SELECT coalesce(sum(q.payments + q.refunds + q.chargebacks), 0)::int FROM payment_quarters q
        WHERE q.shop_id = ${run.shopId} AND q.at >= ${begin}::timestamptz AND q.at < ${end}::timestamptz
          AND NOT EXISTS (SELECT 1 FROM reconciliation_rows r WHERE r.shop_id = ${run.shopId}
            AND r.reconciliation_id = ${run.id} AND r.currency = q.currency
            AND r.result NOT IN ('unread', 'only_here'))) AS other_currencies`)
  return rows[0] ?? { tests: 0, other_currencies: 0 }
}
