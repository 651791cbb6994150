import 'server-only'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { NotificationContent } from '../../gateway/notification'
import { blockDays, transactionStates, type Facet } from '../tables/statistics'
import { stateOf, type State, type Told } from './counted'

/** Counts are kept by quarters of an hour: the offsets of all zones are multiples of that. Seconds. */
const quarterSeconds = 15 * 60

/** When the quarter of an hour begins that this instant is in. */
const quarterOf = (at: SQL): SQL =>
  sql`to_timestamp(floor(extract(epoch FROM ${at}) / ${sql.raw(String(quarterSeconds))}) * ${sql.raw(String(quarterSeconds))})`

const facetColumns: Record<Facet, string> = {
  brand: `coalesce(card_brand, '')`,
  country: `coalesce(card_country, '')`,
  product: 'product_id',
  reason: `CASE counts_as WHEN 'failed' THEN coalesce(reason, '') END`,
}

/** A row of `transaction_states` in scope as rows (facet, value); `value` is null where it has no part in that one. */
export const facetsOfState = sql.raw(
  `(VALUES ${Object.entries(facetColumns)
    .map(([facet, column]) => `('${facet}', ${column})`)
    .join(', ')}) AS facets (facet, value)`,
)

/** The same with the days that each is counted by. */
const spansOfState = sql.raw(
  `(VALUES ${Object.entries(facetColumns)
    .map(([facet, column]) => `('${facet}', ${column}, 1)`)
    .join(', ')}, ('product', product_id, ${blockDays})) AS facets (facet, value, days)`,
)

/** Counts what a notification says of its transaction; in the transaction in which it is worked out, as its last step. */
export async function countTransaction(
  tx: Database,
  shopId: string,
  told: Told,
  content: NotificationContent,
): Promise<void> {
  await countStates(tx, shopId, [stateOf(told, content)])
}

/**
 * Counts what notifications with evidence say of transactions. Of each transaction, the last state counts, and once: a
 * final one beats one that is not, then the later by its own time, then by when it came. So in whatever order they come,
 * and however often, the counts come to the same: they are changed by the difference to what was counted before. Who
 * counts for the shop waits for whoever does, until the transaction ends. A test counts in a sandbox shop only.
 */
export async function countStates(
  tx: Database,
  shopId: string,
  states: readonly (Omit<State, 'shopId'> | null)[],
): Promise<void> {
  const rows = states.flatMap((state) => state ?? [])
  if (rows.length === 0) return
  await holdCounts(tx, shopId)
  await tx.execute(sql`
    WITH ${incoming(rows)},
    before AS (SELECT s.* FROM transaction_states s JOIN incoming i ON i.uid = s.uid WHERE s.shop_id = ${shopId}),
    ${now(shopId)},
    changes AS (
      SELECT 1 AS sign, ${columnList} FROM now UNION ALL
      SELECT -1, ${columnList} FROM before WHERE uid IN (SELECT uid FROM now)
    ),
    counted AS (SELECT * FROM changes WHERE counts_as IS NOT NULL),
    quarters AS (${quarters(shopId)})
    ${days(shopId)}`)
}

/** In a statement of its own: the next one sees what was committed until it was let in. */
const holdCounts = (tx: Database, shopId: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`transactions ${shopId}`}, 0))`)

/** What a transaction was for, as a person says (notifications/link.ts); null: for no product. */
export async function countForProduct(
  tx: Database,
  shopId: string,
  { uid, productId }: { uid: string; productId: string | null },
): Promise<void> {
  await holdCounts(tx, shopId)
  const [state] = await tx
    .select()
    .from(transactionStates)
    .where(and(eq(transactionStates.shopId, shopId), eq(transactionStates.uid, uid)))
  if (state) await countStates(tx, shopId, [{ ...state, productId }])
}

/** Of a state, in the order of the table. */
const columns = [
  'uid text',
  'notification_id uuid',
  'is_final boolean',
  'said_at timestamptz',
  'received_at timestamptz',
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
  'product_id text',
  'reason text',
]
const names = columns.map((column) => column.split(' ')[0] as string)
const columnList = sql.raw(names.join(', '))
const lastFirst = sql`is_final DESC, said_at DESC, received_at DESC, notification_id DESC`

/** The last of each transaction among those that came. */
function incoming(rows: readonly Omit<State, 'shopId'>[]): SQL {
  // Half a character, which a text may be cut to, PostgreSQL's JSON refuses; in a text it is written as this one.
  const given = JSON.stringify(
    rows.map(({ uid, notificationId, isFinal, saidAt, receivedAt, ...row }) => ({
      uid,
      notification_id: notificationId,
      is_final: isFinal,
      said_at: saidAt,
      received_at: receivedAt,
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
      product_id: row.productId,
      reason: row.reason,
    })),
    (_key, value: unknown) =>
      typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
  )
  return sql`incoming AS (
    SELECT DISTINCT ON (uid) * FROM json_to_recordset(${given}::json) AS given (${sql.raw(columns.join(', '))})
    ORDER BY uid, ${lastFirst})`
}

/** The states as they are from now on, of those that are not behind what is known. */
function now(shopId: string): SQL {
  const isLive = sql`(SELECT mode = 'live' FROM shops WHERE id = ${shopId})`
  const counts = sql`CASE WHEN i.test AND ${isLive} THEN NULL ELSE i.counts_as END`
  const values = sql.join(
    names.map((name) => (name === 'counts_as' ? counts : sql.raw(`i.${name}`))),
    sql`, `,
  )
  const set = sql.raw(
    names
      .filter((name) => name !== 'uid')
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
  )
  const order = (table: string) =>
    sql.raw(
      ['is_final', 'said_at', 'received_at', 'notification_id'].map((name) => `${table}.${name}`).join(', '),
    )
  return sql`now AS (
    INSERT INTO transaction_states AS s (shop_id, ${columnList}) SELECT ${shopId}::text, ${values} FROM incoming i
    ON CONFLICT (shop_id, uid) DO UPDATE SET ${set} WHERE (${order('excluded')}) >= (${order('s')})
    RETURNING s.*)`
}

/** Sums of what counts as such, what was counted before taken off. */
const sumOf = (what: string, countedAs: string): SQL =>
  sql.raw(`coalesce(sum(sign * ${what}) FILTER (WHERE counts_as = '${countedAs}'), 0)`)
const paid = sumOf('amount', 'paid')
const payments = sumOf('1', 'paid')
const failed = sumOf('1', 'failed')
const refunded = sumOf('amount', 'refunded')
const refunds = sumOf('1', 'refunded')

const quarters = (shopId: string): SQL => sql`
  INSERT INTO payment_quarters AS q (shop_id, currency, at, paid, payments, failed, refunded, refunds)
  SELECT ${shopId}::text, currency, ${quarterOf(sql`at`)} AS quarter, ${paid}, ${payments}, ${failed}, ${refunded}, ${refunds}
  FROM counted GROUP BY currency, quarter
  HAVING ${paid} <> 0 OR ${payments} <> 0 OR ${failed} <> 0 OR ${refunded} <> 0 OR ${refunds} <> 0
  ON CONFLICT (shop_id, currency, at) DO UPDATE SET paid = q.paid + excluded.paid,
    payments = q.payments + excluded.payments, failed = q.failed + excluded.failed,
    refunded = q.refunded + excluded.refunded, refunds = q.refunds + excluded.refunds`

const utcDay = sql`(at AT TIME ZONE 'UTC')::date`
/** The first of so many days that hold this one; never negative, whatever the year. */
const firstDay = sql`${utcDay} - ((${utcDay} - DATE '2000-01-01') % days + days) % days`

const days = (shopId: string): SQL => sql`
  INSERT INTO payment_days AS d (shop_id, currency, facet, days, day, value, paid, payments, failed)
  SELECT ${shopId}::text, currency, facet, days, ${firstDay} AS day, value, ${paid}, ${payments}, ${failed}
  FROM counted, LATERAL ${spansOfState}
  WHERE counts_as IN ('paid', 'failed') AND value IS NOT NULL GROUP BY currency, facet, days, day, value
  HAVING ${paid} <> 0 OR ${payments} <> 0 OR ${failed} <> 0
  ON CONFLICT (shop_id, currency, facet, days, day, value) DO UPDATE SET paid = d.paid + excluded.paid,
    payments = d.payments + excluded.payments, failed = d.failed + excluded.failed`
