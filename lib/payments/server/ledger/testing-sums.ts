import 'server-only'
import { sql } from 'drizzle-orm'
import { notificationOf } from '../testing'

export type Row = ReturnType<typeof notificationOf>

const start = Date.parse('2026-11-01T00:00:00Z')

/** Histories of transactions: some end, some never, some twice. With repetitions, in any order. */
export function histories(shopId: string, count: number, random: () => number): Row[] {
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const rows: Row[] = []
  for (let n = 0; n < count; n++) {
    const created = start + Math.floor(random() * 20 * 86_400_000)
    const common = {
      uid: `u-${n}`,
      type:
        random() < 0.7
          ? 'payment'
          : one(['charge', 'capture', 'authorization', 'refund', 'tokenization', null]),
      currency: random() < 0.1 ? null : one(['EUR', 'JPY', 'KWD']),
      amount: random() < 0.1 ? null : one([0, 1, 999, Math.floor(random() * 1e6)]),
      test: one([true, false, false, null]),
      created_at: one([new Date(created).toISOString(), null]),
      additional_data: { product_id: one(['prd_a1', 'prd_b2', null]) },
    }
    const stepCount = 1 + Math.floor(random() * 4)
    for (let step = 0; step < stepCount; step++) {
      const updated = created + Math.floor(random() * 3 * 86_400_000)
      const status = one(['successful', 'successful', 'failed', 'incomplete', 'expired', 'new to us', null])
      const transaction = {
        ...common,
        status,
        message: status === 'failed' ? one(['Insufficient funds', 'Do not honour', null]) : 'ok',
        updated_at: one([new Date(updated).toISOString(), null]),
        paid_at: status === 'successful' ? one([new Date(updated).toISOString(), null]) : null,
        credit_card: {
          brand: one(['visa', 'master', null]),
          issuer_country: one(['DE', 'PL', 'nowhere', null]),
        },
      }
      const receivedAt = new Date(updated + Math.floor(random() * 86_400_000))
      const authenticity = one(['signature', 'credentials', 'network', 'unverified'] as const)
      const productId = common.additional_data.product_id
      rows.push(notificationOf(shopId, transaction, { receivedAt, authenticity, productId }))
    }
  }
  return rows
}

/** Computes the sums straight from the notifications: each transaction's last state, and what was paid. */
const straight = (shopId: string, isLive: boolean) => sql`
  WITH told AS (
    SELECT n.*, convert_from(body, 'UTF8')::jsonb -> 'transaction' AS said FROM notifications n
    WHERE shop_id = ${shopId} AND kind = 'transaction' AND authenticity <> 'unverified' AND uid IS NOT NULL
  ), last AS (
    SELECT DISTINCT ON (uid) *, least(received_at, coalesce((said ->> 'paid_at')::timestamptz,
      (said ->> 'created_at')::timestamptz, transaction_at, received_at)) AS at FROM told
    ORDER BY uid, coalesce(status IN ('successful', 'failed', 'expired'), false) DESC,
      coalesce(transaction_at, '-infinity') DESC,
      coalesce(array_position(ARRAY['incomplete', 'expired', 'failed', 'successful'], status), 0) DESC,
      array_position(ARRAY['network', 'credentials', 'signature'], authenticity) DESC,
      amount ASC NULLS LAST, encode(fingerprint, 'hex') COLLATE "C" DESC
  ), counted AS (
    SELECT *, CASE WHEN type = 'refund' THEN CASE status WHEN 'successful' THEN 'refunded' END
      WHEN type IS NULL OR type IN ('payment', 'charge', 'capture') THEN CASE status WHEN 'successful' THEN 'paid' WHEN 'failed' THEN 'failed' END
      WHEN type = 'authorization' THEN CASE status WHEN 'failed' THEN 'failed' END
      END AS what FROM last
    WHERE amount IS NOT NULL AND currency IS NOT NULL AND NOT (${isLive} AND test IS TRUE)
  )`

const filterPaid = sql`FILTER (WHERE what = 'paid')`
export const straightQuarters = (shopId: string, isLive: boolean) => sql`${straight(shopId, isLive)}
  SELECT currency, to_timestamp(floor(extract(epoch FROM at) / 900) * 900)::text AS at,
    coalesce(sum(amount) ${filterPaid}, 0)::int AS paid, (count(*) ${filterPaid})::int AS payments,
    (count(*) FILTER (WHERE what = 'failed'))::int AS failed,
    coalesce(sum(amount) FILTER (WHERE what = 'refunded'), 0)::int AS refunded,
    (count(*) FILTER (WHERE what = 'refunded'))::int AS refunds
  FROM counted WHERE what IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`
export const straightDays = (shopId: string, isLive: boolean) => sql`${straight(shopId, isLive)}, facets AS (
    SELECT *, (at AT TIME ZONE 'UTC')::date::text AS day, 'brand' AS facet, coalesce(card_brand, '') AS value FROM counted
    UNION ALL SELECT *, (at AT TIME ZONE 'UTC')::date::text, 'country',
      CASE WHEN said -> 'credit_card' ->> 'issuer_country' IN ('DE', 'PL') THEN said -> 'credit_card' ->> 'issuer_country' ELSE '' END FROM counted
    UNION ALL SELECT *, (at AT TIME ZONE 'UTC')::date::text, 'product', product_id FROM counted WHERE product_id IS NOT NULL
    UNION ALL SELECT *, (at AT TIME ZONE 'UTC')::date::text, 'reason', coalesce(message, '') FROM counted WHERE what = 'failed'
  )
  SELECT currency, facet, day, value, coalesce(sum(amount) ${filterPaid}, 0)::int AS paid,
    (count(*) ${filterPaid})::int AS payments, (count(*) FILTER (WHERE what = 'failed'))::int AS failed
  FROM facets WHERE what IN ('paid', 'failed') GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
