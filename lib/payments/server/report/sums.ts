import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { eachCurrency } from '../../../shops/server/currencies'
import type { ReportSums, PaymentReport } from '../../report'

const countColumns = ['payments', 'failed', 'refunds', 'chargebacks'] as const
const amountColumns = ['paid', 'refunded', 'charged_back'] as const
const columns = [...countColumns, ...amountColumns]
const columnList = sql.raw(columns.join(', '))

const sumList = sql.raw(
  [
    ...countColumns.map((column) => `sum(${column})::bigint AS ${column}`),
    ...amountColumns.map((column) => `sum(${column})::text AS ${column}`),
    `(sum(paid) - sum(refunded) - sum(charged_back))::text AS net`,
  ].join(', '),
)
const havingAny = sql.raw(columns.map((column) => `sum(${column}) <> 0`).join(' OR '))

type PartSums = ReportSums & { currency: string; part: number }

/**
 * Sums each part of a period by currency. A part begins at its bound and ends at the next one; the last bound ends the
 * last part. Bounds ascend, lie on whole quarters of an hour, and are at least four hours apart. Reads sums that every
 * transaction adjusts (ledger/sums.ts), so the result is exact for any number of payments. Leaves out parts in which all
 * sums are zero.
 */
export async function sumsWithin(
  { engine, shop }: ShopContext,
  bounds: readonly Date[],
): Promise<PartSums[]> {
  const starts = sql`${sql.param(bounds.map((bound) => bound.toISOString()))}::timestamptz[]`
  const { rows } = await engine.db.execute<PartSums>(sql`
    SELECT currency, place - 1 AS part, ${sumList} FROM (${fromFourHours(shop.id, bounds, starts)}) sums
    WHERE place BETWEEN 1 AND ${bounds.length - 1}
    GROUP BY currency, place HAVING ${havingAny} ORDER BY currency, place`)
  return rows
}

const instant = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`

const fourHours = 4 * 60 * 60 * 1000

/**
 * SQL: the four-hour sums between the first and the last bound, with the number of their part as `place`. A four-hour
 * sum counts in the part that contains its middle. Where a bound cuts it, the quarter-hour sums on the other side of the
 * bound are subtracted from that part and added to their own. This needs parts of at least four hours. `OFFSET 0` keeps
 * the planner from comparing every quarter-hour with every bound.
 */
function fromFourHours(shopId: string, bounds: readonly Date[], starts: SQL): SQL {
  const begin = Math.floor(Number(bounds[0]) / fourHours) * fourHours
  const end = Number(bounds.at(-1))
  const cuts = [...new Set(bounds.map(Number))].flatMap((bound) => {
    const start = Math.floor(bound / fourHours) * fourHours
    const middle = start + fourHours / 2
    if (bound === start) return []
    return bound <= middle
      ? [{ from: start, until: bound, middle }]
      : [{ from: bound, until: start + fourHours, middle }]
  })
  const all = (of: 'from' | 'until' | 'middle') =>
    sql`${sql.param(cuts.map((cut) => new Date(cut[of]).toISOString()))}::timestamptz[]`
  const known = eachCurrency(
    (after) => sql`SELECT currency FROM payment_quarters
      WHERE shop_id = ${shopId} AND currency > ${after} ORDER BY currency LIMIT 1`,
    'ALL',
  )
  const signed = sql.raw(columns.map((column) => `sign * ${column}`).join(', '))
  return sql`
    SELECT currency, width_bucket(at + interval '2 hours', ${starts}) AS place, ${columnList} FROM payment_four_hours
    WHERE shop_id = ${shopId} AND at >= ${instant(begin)} AND at < ${instant(end)}
    UNION ALL
    SELECT q.currency, place, ${signed}
    FROM ${known} known CROSS JOIN unnest(${all('from')}, ${all('until')}, ${all('middle')}) AS cut (cut_from, cut_until, middle),
    LATERAL (SELECT * FROM payment_quarters WHERE shop_id = ${shopId} AND currency = known.currency
      AND at >= cut_from AND at < cut_until OFFSET 0) q,
    LATERAL (VALUES (1, width_bucket(q.at, ${starts})), (-1, width_bucket(middle, ${starts}))) AS moved (sign, place)`
}

/** SQL: whether a statement's row is about a payment that is a test here. The statement need not say so. */
const isOfTest = (row: SQL): SQL => sql`EXISTS (SELECT FROM transaction_states t
  JOIN payments p ON p.shop_id = t.shop_id AND p.uid = t.root_uid
  WHERE t.shop_id = ${row}.shop_id AND t.uid = coalesce(${row}.matched_uid, ${row}.uid) AND p.test)`

/**
 * Adds up the fees of statements that were not taken back, by currency. Days are those of the statements' time zones. If
 * several statements report the same transaction, only the newest counts, even if it gives another day. A payment
 * and its chargeback may share a UID; both count, because their types differ. Leaves out rows without a UID that match no
 * transaction: in two statements, the same row could not be recognised. Leaves out tests in a live shop.
 */
export async function feesOf(
  { engine, shop }: ShopContext,
  { from, to }: { from: string; to: string },
): Promise<PaymentReport['fees']> {
  const whereCounted = (
    row: SQL,
    statement: SQL,
  ) => sql`${row}.shop_id = ${shop.id} AND ${row}.fee IS NOT NULL
    AND coalesce(${row}.matched_uid, ${row}.uid) IS NOT NULL AND ${row}.result IN ('matched', 'differing', 'only_there')
    AND ${shop.mode === 'live' ? sql`${row}.test IS NOT TRUE AND NOT ${isOfTest(row)}` : sql`true`}
    AND ${statement}.state IN ('matched', 'recording', 'recorded')`
  const { rows } = await engine.db.execute<PaymentReport['fees'][number]>(sql`
    SELECT r.currency, count(*)::int AS rows, sum(r.fee)::text AS amount
    FROM reconciliation_rows r
    JOIN reconciliations c ON c.shop_id = r.shop_id AND c.id = r.reconciliation_id
    WHERE ${whereCounted(sql`r`, sql`c`)} AND r.day BETWEEN ${from}::date AND ${to}::date
      AND NOT EXISTS (
        SELECT FROM reconciliation_rows other
        JOIN reconciliations newer ON newer.shop_id = other.shop_id AND newer.id = other.reconciliation_id
        WHERE ${whereCounted(sql`other`, sql`newer`)}
          AND coalesce(other.matched_uid, other.uid) = coalesce(r.matched_uid, r.uid)
          AND other.type IS NOT DISTINCT FROM r.type
          AND (newer.created_at, newer.id) > (c.created_at, c.id))
    GROUP BY r.currency ORDER BY r.currency`)
  return rows
}
