import 'server-only'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { recordset } from '../../../core/server/sql'
import type { Database } from '../../../db/database'
import { blockDays, type Facet } from '../../../overview/server/tables'
import { transactionStates } from '../tables'
import type { TransactionState } from './transaction'

/** Sums are kept per quarter of an hour, because every time zone's offset is a multiple of it. Seconds. */
const quarterSeconds = 15 * 60

/** When the quarter of an hour that contains `at` begins. */
const quarter = sql.raw(`to_timestamp(floor(extract(epoch FROM at) / ${quarterSeconds}) * ${quarterSeconds})`)

const facetColumns: Record<Facet, string> = {
  brand: `coalesce(counted_brand, card_brand, '')`,
  country: `coalesce(counted_country, card_country, '')`,
  product: 'product_id',
  reason: `CASE counts_as WHEN 'failed' THEN coalesce(reason, '') END`,
}

/** Expands a `transaction_states` row into rows (facet, value). A null `value` takes no part in the facet. */
export const facetsOfState = sql.raw(
  `(VALUES ${Object.entries(facetColumns)
    .map(([facet, column]) => `('${facet}', ${column})`)
    .join(', ')}) AS facets (facet, value)`,
)

/** The same with `days`, the length of the blocks that each facet is summed by. */
const spansOfState = sql.raw(
  `(VALUES ${Object.entries(facetColumns)
    .map(([facet, column]) => `('${facet}', ${column}, 1)`)
    .join(', ')}, ('product', product_id, ${blockDays})) AS facets (facet, value, days)`,
)

const names = Object.values(getTableColumns(transactionStates)).map(({ name }) => name)
const columnList = sql.raw(names.join(', '))

/**
 * Writes transaction states and adjusts the sums by what changed, so writing a state twice counts it once. Requires the
 * ledger lock (ledger.ts).
 */
export async function writeStates(
  tx: Database,
  shopId: string,
  rows: readonly Omit<TransactionState, 'shopId'>[],
): Promise<void> {
  if (rows.length === 0) return
  const stored = rows.map((row) => ({ ...row, shopId }))
  const set = sql.raw(
    names
      .filter((name) => name !== 'shop_id' && name !== 'uid')
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
  )
  await tx.execute(sql`
    WITH given AS (SELECT * FROM ${recordset(transactionStates, stored)}),
    before AS (SELECT s.* FROM transaction_states s JOIN given g ON g.uid = s.uid WHERE s.shop_id = ${shopId}),
    now AS (
      INSERT INTO transaction_states AS s (${columnList}) SELECT ${columnList} FROM given
      ON CONFLICT (shop_id, uid) DO UPDATE SET ${set} RETURNING s.*),
    changes AS (SELECT 1 AS sign, ${columnList} FROM now UNION ALL SELECT -1, ${columnList} FROM before),
    counted AS (SELECT * FROM changes WHERE counts_as IS NOT NULL),
    quarters AS (${quarters(shopId)})
    ${days(shopId)}`)
}

/** Sums `what` over rows that count as `countedAs`. `sign` subtracts what was counted before. */
const sumOf = (what: string, countedAs: string): SQL =>
  sql.raw(`coalesce(sum(sign * ${what}) FILTER (WHERE counts_as = '${countedAs}'), 0)`)
const paid = sumOf('amount', 'paid')
const payments = sumOf('1', 'paid')
const failed = sumOf('1', 'failed')
const refunded = sumOf('amount', 'refunded')
const refunds = sumOf('1', 'refunded')
const chargedBack = sumOf('amount', 'charged_back')
const chargebacks = sumOf('1', 'charged_back')

/** A trigger keeps the sums by four hours (`payment_four_hours`). */
const quarters = (shopId: string): SQL => sql`
  INSERT INTO payment_quarters AS q
    (shop_id, currency, at, paid, payments, failed, refunded, refunds, charged_back, chargebacks)
  SELECT ${shopId}::text, currency, ${quarter} AS start,
    ${paid}, ${payments}, ${failed}, ${refunded}, ${refunds}, ${chargedBack}, ${chargebacks}
  FROM counted GROUP BY currency, start
  HAVING ${paid} <> 0 OR ${payments} <> 0 OR ${failed} <> 0 OR ${refunded} <> 0 OR ${refunds} <> 0
    OR ${chargedBack} <> 0 OR ${chargebacks} <> 0
  ON CONFLICT (shop_id, currency, at) DO UPDATE SET paid = q.paid + excluded.paid,
    payments = q.payments + excluded.payments, failed = q.failed + excluded.failed,
    refunded = q.refunded + excluded.refunded, refunds = q.refunds + excluded.refunds,
    charged_back = q.charged_back + excluded.charged_back, chargebacks = q.chargebacks + excluded.chargebacks`

const utcDay = sql`(at AT TIME ZONE 'UTC')::date`
/** The first day of the block of `days` days that contains `at`. The second remainder covers days before 2000. */
const firstDay = sql`${utcDay} - ((${utcDay} - DATE '2000-01-01') % days + days) % days`

const days = (shopId: string): SQL => sql`
  INSERT INTO payment_days AS d (shop_id, currency, facet, days, day, value, paid, payments, failed)
  SELECT ${shopId}::text, currency, facet, days, ${firstDay} AS day, value, ${paid}, ${payments}, ${failed}
  FROM counted, LATERAL ${spansOfState}
  WHERE counts_as IN ('paid', 'failed') AND value IS NOT NULL GROUP BY currency, facet, days, day, value
  HAVING ${paid} <> 0 OR ${payments} <> 0 OR ${failed} <> 0
  ON CONFLICT (shop_id, currency, facet, days, day, value) DO UPDATE SET paid = d.paid + excluded.paid,
    payments = d.payments + excluded.payments, failed = d.failed + excluded.failed`
