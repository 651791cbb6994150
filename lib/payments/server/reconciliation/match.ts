import 'server-only'
import { parseDate } from '@internationalized/date'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { Shop } from '../../../core/server/context'
import { differencesOf, recordedSide, recordedType } from './compare'
import { endMatching, type Ended } from './end'
import type { ReconciliationRow } from './tables'

type Matching = { tx: Database; run: ReconciliationRow; isLive: boolean }

/** Rows that one transaction matches by UID. */
const batchRows = 5000

/** In this order, each in its own transaction. An interrupted run continues with the step that it was in. */
const steps: Record<string, (matching: Matching) => Promise<unknown>> = {
  statistics: collectStatistics,
  signs: compareSigns,
  uid: matchByUid,
  same_uid: findSameUid,
  'tracking_id and day': (matching) => pair(matching, trackingKey('day')),
  'tracking_id and next day': (matching) => pair(matching, trackingKey('day + 1')),
  'tracking_id and day before': (matching) => pair(matching, trackingKey('day - 1')),
  'tracking_id without day': (matching) => pair(matching, trackingKey(null)),
  'tracking_id alone': pairOnlyOnes,
  'amount and day': (matching) => pair(matching, amountKey),
  only_here: addOnlyHere,
}
const order = Object.keys(steps)
const isInBatches = (step: string): boolean => step === 'uid' || step === 'same_uid'

type Progress = Pick<ReconciliationRow, 'step' | 'done'> | Ended

/** Does the next part of comparing a statement with the ledger, and returns what to store about the run. */
export async function matchNext(
  tx: Database,
  shop: Pick<Shop, 'mode'>,
  run: ReconciliationRow,
): Promise<Progress> {
  const matching = { tx, run, isLive: shop.mode === 'live' }
  const step = run.step ?? String(order[0])
  const done = await steps[step]?.(matching)
  if (typeof done === 'number') return { step, done }
  const next = order[order.indexOf(step) + 1]
  if (next === undefined) return endMatching(matching)
  return { step: next, done: isInBatches(next) ? 0 : run.counts.rows }
}

const whereRun = ({ run }: Pick<Matching, 'run'>, alias: string): SQL =>
  sql`${sql.raw(alias)}.shop_id = ${run.shopId} AND ${sql.raw(alias)}.reconciliation_id = ${run.id}`

/** Without it the planner expects few new rows, and compares each with each. */
function collectStatistics({ tx }: Matching) {
  return tx.execute(sql`ANALYZE reconciliation_rows`)
}

/**
 * Marks money back without a minus, if other money back of the file has one: it may be a dispute that was won. A file may
 * write all of its amounts without signs. A payment with a minus is marked where it is read.
 */
async function compareSigns({ tx, run }: Matching) {
  if (!run.mapping.columns.includes('type')) return
  const moneyBack = (alias: string) =>
    sql`${whereRun({ run }, alias)} AND ${sql.raw(`${alias}.type IN ('refund', 'chargeback') AND ${alias}.result = 'pending'`)}`
  await tx.execute(sql`
    UPDATE reconciliation_rows r SET problems = r.problems || '{sign}'
    WHERE ${moneyBack('r')} AND NOT r.is_negative AND r.amount IS NOT NULL
      AND EXISTS (SELECT 1 FROM reconciliation_rows e WHERE ${moneyBack('e')} AND e.is_negative)`)
}

/** Stores the pairs of `found`: `position`, `uid`, `differences`. Differing rows keep what our side says. */
const storePairs = (matching: Matching, by: 'uid' | 'tracking_id' | 'amount_day', found: SQL): SQL => sql`
  WITH ${found}
  UPDATE reconciliation_rows r SET matched_uid = f.uid, matched_by = ${by}, differences = f.differences,
    result = CASE WHEN f.differences = '{}' THEN 'matched' ELSE 'differing' END,
    ours = CASE WHEN f.differences = '{}' THEN NULL ELSE ${recordedSideOf(matching)} END
  FROM found f JOIN transaction_states t ON t.shop_id = ${matching.run.shopId} AND t.uid = f.uid
  WHERE ${whereRun(matching, 'r')} AND r.position = f.position`

const recordedSideOf = ({ run }: Matching): SQL => recordedSide(run, recordedTracking)
const recordedTracking = sql`coalesce(
  (SELECT n.tracking_id FROM notifications n WHERE n.shop_id = t.shop_id AND n.id = t.notification_id),
  (SELECT s.tracking_id FROM reconciliation_rows s WHERE s.shop_id = t.shop_id
    AND s.reconciliation_id = t.reconciliation_id AND s.uid = t.uid AND s.recorded_at IS NOT NULL LIMIT 1))`

type Range = { after: number; last: number }

/** The next rows of the file; null at the end. */
async function nextRange(matching: Matching): Promise<Range | null> {
  const { tx, run } = matching
  const { rows } = await tx.execute<{ last: number | null }>(sql`
    SELECT max(position) AS last FROM (
      SELECT position FROM reconciliation_rows r WHERE ${whereRun(matching, 'r')} AND position > ${run.done}
      ORDER BY position LIMIT ${batchRows}) next_rows`)
  const last = rows[0]?.last ?? null
  return last === null ? null : { after: run.done, last }
}

const whereInRange = ({ after, last }: Range): SQL => sql`r.position > ${after} AND r.position <= ${last}`

/** Returns the last position done; null at the end. */
async function matchByUid(matching: Matching): Promise<number | null> {
  const range = await nextRange(matching)
  if (!range) return null
  await findRepeated(matching, range)
  await matching.tx.execute(
    storePairs(
      matching,
      'uid',
      sql`found AS MATERIALIZED (
        SELECT r.position, t.uid, ${differencesOf(matching.run, matching)} AS differences FROM reconciliation_rows r
        JOIN transaction_states t ON t.shop_id = r.shop_id AND t.uid = r.uid
        WHERE ${whereRun(matching, 'r')} AND ${whereInRange(range)} AND r.result = 'pending')`,
    ),
  )
  return range.last
}

/** SQL: whether more than the references of a row is kept. */
const hasAllCells = (alias: string): SQL => sql.raw(`NOT ${alias}.problems && '{cut,too_long}'`)

/**
 * Marks rows with the same values as an earlier one; without a UID they may be two payments. Sorts the rows with a UID of
 * this range instead of comparing each with all: a column that is not a UID may have the same value in every row.
 */
const findRepeated = (matching: Matching, range: Range) =>
  matching.tx.execute(sql`
    UPDATE reconciliation_rows r SET result = 'repeated'
    FROM (
      SELECT e.position, row_number() OVER (
        PARTITION BY e.uid, e.type, e.status, e.amount, e.amount_text, e.is_negative, e.currency, e.at
        ORDER BY e.position) AS n
      FROM reconciliation_rows e WHERE ${whereRun(matching, 'e')} AND e.result <> 'unread' AND ${hasAllCells('e')}
        AND e.uid IN (SELECT uid FROM reconciliation_rows r WHERE ${whereRun(matching, 'r')} AND ${whereInRange(range)})) ranked
    WHERE ${whereRun(matching, 'r')} AND ${whereInRange(range)} AND r.position = ranked.position
      AND ranked.n > 1 AND r.result = 'pending'`)

/** A transaction is matched with one row, the one that fits best. Returns the last position done; null at the end. */
async function findSameUid(matching: Matching): Promise<number | null> {
  const range = await nextRange(matching)
  if (!range) return null
  await matching.tx.execute(sql`
    UPDATE reconciliation_rows r SET result = 'differing', differences = r.differences || '{same_uid}',
      ours = coalesce(r.ours, ${recordedSideOf(matching)})
    FROM (
      SELECT e.position, row_number() OVER (
        PARTITION BY e.matched_uid
        ORDER BY cardinality(array_remove(e.differences, 'same_uid')), e.position) AS n
      FROM reconciliation_rows e WHERE ${whereRun(matching, 'e')}
        AND e.matched_uid IN (
          SELECT matched_uid FROM reconciliation_rows r WHERE ${whereRun(matching, 'r')} AND ${whereInRange(range)})) ranked,
      transaction_states t
    WHERE ${whereRun(matching, 'r')} AND ${whereInRange(range)} AND r.position = ranked.position AND ranked.n > 1
      AND t.shop_id = r.shop_id AND t.uid = r.matched_uid`)
  return range.last
}

type Key = { by: 'tracking_id' | 'amount_day'; there: string; here: string; where: SQL }

const trackingKey = (day: string | null): Key => ({
  by: 'tracking_id',
  there: `r.tracking_id, r.amount, r.currency, r.type, ${day === null ? 'NULL::date' : 'r.day'}`,
  here: `o.tracking, o.amount, o.currency, o.type, ${day === null ? 'NULL::date' : `o.${day}`}`,
  where: sql.raw(
    `r.tracking_id IS NOT NULL AND r.amount IS NOT NULL AND r.day IS ${day === null ? '' : 'NOT '}NULL`,
  ),
})

const amountKey: Key = {
  by: 'amount_day',
  there: 'NULL::text, r.amount, r.currency, r.type, r.day',
  here: 'NULL::text, o.amount, o.currency, o.type, o.day',
  where: sql`r.uid IS NULL AND r.tracking_id IS NULL AND r.amount IS NOT NULL AND r.day IS NOT NULL`,
}

/** Rows that may be paired with what counts in the shop's sums. */
const mayPair = ({
  isLive,
}: Matching): SQL => sql`r.result = 'pending' AND r.currency IS NOT NULL AND r.type IS NOT NULL
  AND r.status IS DISTINCT FROM 'failed' AND NOT 'sign' = ANY(r.problems) ${isLive ? sql`AND r.test IS NOT TRUE` : sql``}`

/**
 * Pairs rows with transactions that have the same key and no row yet, one to one, both in time. A pair under another
 * UID differs.
 */
async function pair(matching: Matching, { by, there, here, where }: Key) {
  const { tx, run } = matching
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM reconciliation_rows r WHERE ${whereRun(matching, 'r')} AND ${mayPair(matching)} AND ${where} LIMIT 1`)
  if (rows.length === 0) return
  const candidates = await candidatesOf(matching)
  if (!candidates) return
  await tx.execute(
    storePairs(
      matching,
      by,
      sql`ours AS MATERIALIZED (${candidates}), theirs AS (
        SELECT r.position, ARRAY[${sql.raw(textOf(there))}] AS key, row_number() OVER (
          PARTITION BY ${sql.raw(there)} ORDER BY r.at, r.position) AS n
        FROM reconciliation_rows r WHERE ${whereRun(matching, 'r')} AND ${mayPair(matching)} AND ${where}
      ), left_over AS (
        SELECT o.uid, ARRAY[${sql.raw(textOf(here))}] AS key, row_number() OVER (
          PARTITION BY ${sql.raw(here)} ORDER BY o.at, o.uid) AS n
        FROM ours o
      ), found AS MATERIALIZED (
        SELECT r.position, t.uid, ${differencesOf(run, matching)} || ${otherUid} AS differences
        FROM theirs JOIN left_over USING (key, n)
        JOIN reconciliation_rows r ON ${whereRun(matching, 'r')} AND r.position = theirs.position
        JOIN transaction_states t ON t.shop_id = r.shop_id AND t.uid = left_over.uid
      )`,
    ),
  )
}

const textOf = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `(${column})::text`)
    .join(', ')

const otherUid = sql`CASE WHEN r.uid IS NOT NULL THEN '{uid}'::text[] ELSE '{}' END`

/** Pairs a row without a UID with the only transaction of its tracking ID and type, even if other values differ. */
async function pairOnlyOnes(matching: Matching) {
  const { tx, run } = matching
  const candidates = await candidatesOf(matching)
  if (!candidates) return
  await tx.execute(
    storePairs(
      matching,
      'tracking_id',
      sql`ours AS MATERIALIZED (${candidates}), theirs AS (
        SELECT min(r.position) AS position, r.tracking_id AS tracking, r.type FROM reconciliation_rows r
        WHERE ${whereRun(matching, 'r')} AND ${mayPair(matching)} AND r.uid IS NULL AND r.tracking_id IS NOT NULL
        GROUP BY r.tracking_id, r.type HAVING count(*) = 1
      ), left_over AS (
        SELECT min(o.uid) AS uid, o.tracking, o.type FROM ours o GROUP BY o.tracking, o.type HAVING count(*) = 1
      ), found AS MATERIALIZED (
        SELECT r.position, t.uid, ${differencesOf(run, matching)} AS differences
        FROM theirs JOIN left_over USING (tracking, type)
        JOIN reconciliation_rows r ON ${whereRun(matching, 'r')} AND r.position = theirs.position
        JOIN transaction_states t ON t.shop_id = r.shop_id AND t.uid = left_over.uid
      )`,
    ),
  )
}

type Days = { from: string; to: string } | null

/** SQL: what counts in the shop's sums in the statement's currencies and has no row yet; null if nothing can be. */
async function candidatesOf(matching: Matching, days?: Days): Promise<SQL | null> {
  const { tx, run } = matching
  const { rows } = await tx.execute<{
    currencies: string[] | null
    first: string | null
    last: string | null
  }>(sql`
    SELECT array_agg(DISTINCT currency) FILTER (WHERE currency IS NOT NULL) AS currencies,
      min(day)::text AS first, max(day)::text AS last
    FROM reconciliation_rows r WHERE ${whereRun(matching, 'r')} AND result NOT IN ('unread', 'only_here')`)
  const { currencies, first = null, last = null } = rows[0] ?? {}
  if (!currencies) return null
  const daysOfFile = first !== null && last !== null ? { from: first, to: last, more: 1 } : null
  const within = days === undefined ? daysOfFile : days && { ...days, more: 0 }
  const { zone, columns } = run.mapping
  const time = within
    ? sql`AND t.at >= ${parseDate(within.from).subtract({ days: within.more }).toDate(zone).toISOString()}::timestamptz
        AND t.at < ${parseDate(within.to)
          .add({ days: 1 + within.more })
          .toDate(zone)
          .toISOString()}::timestamptz`
    : sql``
  const type = columns.includes('type')
    ? recordedType
    : sql`CASE WHEN ${recordedType} = 'chargeback' THEN 'refund' ELSE ${recordedType} END`
  const counting = (counts: SQL) => sql`
    SELECT t.uid, t.at, t.amount, t.currency, ${type} AS type, (t.at AT TIME ZONE ${zone})::date AS day,
      ${recordedTracking} AS tracking
    FROM transaction_states t
    WHERE t.shop_id = ${run.shopId} AND t.currency = ANY(${sql.param(currencies)}::text[]) AND ${counts} ${time}
      AND NOT EXISTS (SELECT 1 FROM reconciliation_rows m WHERE ${whereRun(matching, 'm')} AND m.matched_uid = t.uid)`
  // As the indexes have it.
  return sql`${counting(sql`t.counts_as IN ('paid', 'failed') AND t.counts_as = 'paid'`)}
    UNION ALL ${counting(sql`t.counts_as IN ('refunded', 'charged_back')`)}`
}

/** Adds what counts here in the period and has no row in the statement. */
async function addOnlyHere(matching: Matching) {
  const { tx, run } = matching
  if (run.dayFrom === null || run.dayTo === null) return
  const candidates = await candidatesOf(matching, { from: run.dayFrom, to: run.dayTo })
  if (!candidates) return
  await tx.execute(sql`
    WITH ours AS MATERIALIZED (${candidates})
    INSERT INTO reconciliation_rows (shop_id, reconciliation_id, position, result, matched_uid, differences, problems, ours)
    SELECT ${run.shopId}, ${run.id},
      (SELECT max(position) FROM reconciliation_rows r WHERE ${whereRun(matching, 'r')})
        + row_number() OVER (ORDER BY o.at, o.uid), 'only_here', o.uid, '{}', '{}', ${recordedSide(run, sql`o.tracking`)}
    FROM ours o JOIN transaction_states t ON t.shop_id = ${run.shopId} AND t.uid = o.uid`)
}
