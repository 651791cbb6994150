import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { blockDays, type Facet } from '../../../overview/server/tables'
import type { TransactionState } from './transaction'

/** Sums are kept per quarter of an hour, because every time zone's offset is a multiple of it. Seconds. */
const quarterSeconds = 15 * 60

/** When the quarter of an hour that contains `at` begins. */
const quarter = sql.raw(`to_timestamp(floor(extract(epoch FROM at) / ${quarterSeconds}) * ${quarterSeconds})`)

const facetColumns: Record<Facet, string> = {
  brand: `coalesce(card_brand, '')`,
  country: `coalesce(card_country, '')`,
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

const columns = [
  'uid text',
  'parent_uid text',
  'root_uid text',
  'notification_id uuid',
  'reconciliation_id uuid',
  'is_final boolean',
  'said_at timestamptz',
  'fingerprint text',
  'received_at timestamptz',
  'heard_at timestamptz',
  'at timestamptz',
  'status text',
  'type text',
  'test boolean',
  'authenticity text',
  'counts_as text',
  'amount bigint',
  'currency text',
  'card_brand text',
  'card_country text',
  'checkout_id text',
  'checkout_link text',
  'product_id text',
  'product_link text',
  'reason text',
]
const names = columns.map((column) => column.split(' ')[0] as string)
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
  const set = sql.raw(
    names
      .filter((name) => name !== 'uid')
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
  )
  await tx.execute(sql`
    WITH given AS (
      SELECT * FROM json_to_recordset(${jsonOf(rows)}::json) AS given (${sql.raw(columns.join(', '))})),
    before AS (SELECT s.* FROM transaction_states s JOIN given g ON g.uid = s.uid WHERE s.shop_id = ${shopId}),
    now AS (
      INSERT INTO transaction_states AS s (shop_id, ${columnList}) SELECT ${shopId}::text, ${columnList} FROM given
      ON CONFLICT (shop_id, uid) DO UPDATE SET ${set} RETURNING s.*),
    changes AS (SELECT 1 AS sign, ${columnList} FROM now UNION ALL SELECT -1, ${columnList} FROM before),
    counted AS (SELECT * FROM changes WHERE counts_as IS NOT NULL),
    quarters AS (${quarters(shopId)})
    ${days(shopId)}`)
}

/**
 * Uses column names as keys. Replaces lone surrogates, which shortened texts may end with and PostgreSQL's JSON
 * rejects.
 */
const jsonOf = (rows: readonly Omit<TransactionState, 'shopId'>[]): string =>
  JSON.stringify(
    rows.map((row) => ({
      uid: row.uid,
      parent_uid: row.parentUid,
      root_uid: row.rootUid,
      notification_id: row.notificationId,
      reconciliation_id: row.reconciliationId,
      is_final: row.isFinal,
      said_at: row.statedAt,
      fingerprint: row.fingerprint,
      received_at: row.receivedAt,
      heard_at: row.reportedAt,
      at: row.at,
      status: row.status,
      type: row.type,
      test: row.test,
      authenticity: row.authenticity,
      counts_as: row.countsAs,
      amount: row.amount,
      currency: row.currency,
      card_brand: row.cardBrand,
      card_country: row.cardCountry,
      checkout_id: row.checkoutId,
      checkout_link: row.checkoutLink,
      product_id: row.productId,
      product_link: row.productLink,
      reason: row.reason,
    })),
    (_key, value: unknown) =>
      typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
  )

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
