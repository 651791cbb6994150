import { getTableName, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '../../../lib/db/database'
import type { Engine } from '../../../lib/db/engine'
import { notifications } from '../../../lib/notifications/server/tables'
import { payments, transactionStates } from '../../../lib/payments/server/tables'

const shopId = 'shop-361'
const batchRows = 200_000
const filled = [notifications, transactionStates, payments].map(getTableName)

const yearBegins = '2025-01-01'
/** Every tenth payment is of one of these products. */
const productCount = 50

type Filling = {
  rows: number
  /** In the notification of payment `n`. Default: an empty object. */
  body?: SQL
}

/**
 * Fills a shop with the payments of one year, evenly spread, each with its transaction and notification as processing
 * leaves them. Indexes are made afterwards.
 */
export async function fillPayments(
  engine: Engine,
  { rows, body = sql`'{}'::bytea` }: Filling,
): Promise<void> {
  const { connections, close } = await connect(engine)
  const [first] = connections as [Database]
  const { rows: indexes } = await first.execute<{ name: string; making: string }>(sql`
    SELECT i.indexname AS name, i.indexdef AS making FROM pg_indexes i
    WHERE i.tablename = ANY(${sql.param(filled)}::text[])
      AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`)
  for (const { name } of indexes) await first.execute(sql`DROP INDEX ${sql.identifier(name)}`)
  await first.execute(addProducts)
  const batches = Array.from({ length: Math.ceil(rows / batchRows) }, (_, at) => {
    const to = Math.min(rows, (at + 1) * batchRows)
    return () => fillBatch({ rows, body, from: at * batchRows + 1, to })
  })
  await share(connections, batches)
  await share(
    connections,
    indexes.map(({ making }) => () => [sql.raw(making)]),
  )
  const started = performance.now()
  for (let week = 0; week < 53; week++) {
    await first.execute(addQuarters(week))
    if (week === 0) await first.execute(sql`ANALYZE payment_quarters`)
  }
  console.log(`\nsummed by quarters and four hours in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  for (const name of [...filled, 'payment_quarters', 'payment_four_hours'])
    await first.execute(sql`VACUUM (ANALYZE) ${sql.identifier(name)}`)
  await close()
}

/** Connections without time limits: two on a server, to use both cores. */
export async function connect({ db, isEmbedded }: Engine) {
  if (isEmbedded) return { connections: [db], close: async () => {} }
  const made = await db.execute<{ name: string }>(sql`SELECT current_database() AS name`)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${made.rows[0]?.name}`
  const options =
    '-c statement_timeout=0 -c synchronous_commit=off -c maintenance_work_mem=512MB -c work_mem=256MB'
  const pools = Array.from({ length: 2 }, () => new pg.Pool({ connectionString: url.href, max: 1, options }))
  const close = async () => void (await Promise.all(pools.map((pool) => pool.end())))
  return { connections: pools.map((pool): Database => drizzle(pool)), close }
}

/** Runs the statements of each piece of work one after the other, and the pieces on all connections. */
async function share(connections: Database[], work: (() => SQL[])[]): Promise<void> {
  const left = [...work]
  await Promise.all(
    connections.map(async (db) => {
      for (let next = left.shift(); next; next = left.shift())
        for (const statement of next()) await db.execute(statement)
    }),
  )
}

const addProducts = sql`
  INSERT INTO products (shop_id, id, name, search, raw, first_seen_at, synced_at)
  SELECT ${shopId}, 'product-' || n, 'Poster ' || n, ' poster ' || n, '{}', now(), now()
  FROM generate_series(0, ${productCount - 1}) n`

/** Sums as the ledger keeps them, a week at a time: a trigger sums those of each statement by four hours. */
const addQuarters = (week: number) => sql`
  INSERT INTO payment_quarters (shop_id, currency, at, paid, payments, failed, refunded, refunds)
  SELECT shop_id, currency, date_bin('15 minutes', at, ${yearBegins}::timestamptz), sum(paid),
    count(*) FILTER (WHERE paid > 0), count(*) FILTER (WHERE state = 'declined'), sum(refunded),
    count(*) FILTER (WHERE refunded > 0)
  FROM payments WHERE shop_id = ${shopId} AND at >= ${yearBegins}::timestamptz + ${week} * interval '1 week'
    AND at < ${yearBegins}::timestamptz + ${week + 1} * interval '1 week' GROUP BY 1, 2, 3`

function fillBatch({ rows, body, from, to }: Required<Filling> & { from: number; to: number }): SQL[] {
  const series = sql`generate_series(${from}::bigint, ${to}::bigint) n`
  const id = sql`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const uid = sql`('pay-' || lpad(n::text, 8, '0'))`
  const at = sql.raw(
    `(timestamptz '${yearBegins} 00:00:00Z' + make_interval(secs => n * ${(365 * 86_400) / rows}))`,
  )
  const pick = (values: string) => {
    const list = values.split(' ')
    return sql.raw(
      `(ARRAY[${list.map((value) => (value === 'NULL' ? value : `'${value}'`)).join()}])[1 + (n * 7919) % ${list.length}]`,
    )
  }
  const state = pick('paid paid paid declined refunded paid disputed paid paid paid paid')
  const whereNotDeclined = sql`(${state} <> 'declined')`
  const [brand, country] = [pick('visa master amex'), pick('DE PL FR IT NL')]
  const currency = pick('EUR EUR EUR EUR USD USD GBP PLN JPY KWD CHF CZK SEK')
  const amount = sql`(100 + (n * 104729) % 1000000)`
  const type = sql.raw(`CASE WHEN n % 50 = 0 THEN 'authorization' ELSE 'payment' END`)
  const grade = sql.raw(`CASE WHEN n % 100 = 0 THEN 'credentials' ELSE 'signature' END`)
  const product = sql.raw(`CASE WHEN n % 10 = 0 THEN 'product-' || (n / 10) % ${productCount} END`)
  const status = sql`CASE WHEN ${whereNotDeclined} THEN 'successful' ELSE 'failed' END`
  const lastFour = sql`lpad((n % 10000)::text, 4, '0')`
  return [
    sql`INSERT INTO notifications (shop_id, id, received_at, last_received_at, body, fingerprint, headers, signature,
        credentials, authenticity, source_address, processed_at, kind, uid, status, type, amount, currency, description,
        email, card_brand, card_last_4, product_id, keys, search, search_personal, search_terms)
      SELECT ${shopId}, ${id}, ${at}, ${at}, ${body}, decode(md5(n::text), 'hex'), '{}', 'verified', 'matched', ${grade},
        '', ${at}, 'transaction', ${uid}, ${status}, ${type}, ${amount}, ${currency}, 'Order ' || n,
        'payer' || n || '@mail.example', ${brand}, ${lastFour}, ${product}, '{}', ' ' || ${uid} || E'\n order ' || n,
        ' payer' || n || '@mail.example',
        ARRAY['email:payer' || n || '@mail.example', 'name:keller' || n % 5000, 'card:' || ${lastFour}]
      FROM ${series}`,
    sql`INSERT INTO transaction_states (shop_id, uid, root_uid, notification_id, is_final, received_at, at, status, type,
        authenticity, counts_as, amount, currency, card_brand, card_country, product_id, reason)
      SELECT ${shopId}, ${uid}, ${uid}, ${id}, true, ${at}, ${at}, ${status}, ${type}, ${grade},
        CASE WHEN ${whereNotDeclined} THEN 'paid' ELSE 'failed' END, ${amount}, ${currency}, ${brand}, ${country}, ${product},
        CASE WHEN NOT ${whereNotDeclined} THEN (ARRAY['Insufficient funds', 'Expired card', 'Do not honor'])[1 + n / 11 % 3] END
      FROM ${series}`,
    sql`INSERT INTO payments (shop_id, uid, state, type, test, at, heard_at, state_at, authenticity, notification_id,
        currency, tried, held, paid, refunded, charged_back, card_brand, card_country, product_id, difference)
      SELECT ${shopId}, ${uid}, ${state}, ${type}, n % 1000 = 0, ${at}, ${at}, ${at}, ${grade}, ${id}, ${currency},
        ${amount}, 0, CASE WHEN ${whereNotDeclined} THEN ${amount} ELSE 0 END,
        CASE WHEN ${state} = 'refunded' THEN ${amount} ELSE 0 END, 0, ${brand}, ${country}, ${product},
        CASE WHEN n % 2000 = 7 THEN 'too_little' END
      FROM ${series}`,
  ]
}
