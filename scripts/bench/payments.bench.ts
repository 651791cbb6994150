/**
 * The list of payments and the report: p95 of the verb for lists, filters and searches, beside one bare statement for
 * each page, in turn, and for a year's report. On PGlite, and on PostgreSQL with BENCH_DATABASE_URL (creates and drops
 * its own databases). BENCH_ROWS: payments (200,000; with 10,000,000 filling takes half an hour and 20 GB).
 * BENCH_ENGINE: only `embedded` or `server`.
 */
import { getTableName, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Database } from '../../lib/db/database'
import type { Engine } from '../../lib/db/engine'
import { notifications } from '../../lib/notifications/server/tables'
import { paymentListQuery } from '../../lib/payments/list'
import { listPayments } from '../../lib/payments/server/listing/list'
import { paymentReportQuery } from '../../lib/payments/report'
import { paymentReportOf } from '../../lib/payments/server/report/report'
import { payments, transactionStates } from '../../lib/payments/server/tables'
import { openTestOffice, type TestOffice } from '../../lib/testing/office'
import { stopFillingOtherShop } from '../../lib/testing/other-shop'
import { inTurn, quantile, table } from './measure'

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const rows = Number(process.env.BENCH_ROWS ?? 200_000)
const rounds = 40
const warmUp = 3

const kinds = (['embedded', 'server'] as const).filter(
  (kind) =>
    (kind === 'embedded' || onServer) && [undefined, kind].includes(process.env.BENCH_ENGINE as typeof kind),
)

const shopId = 'shop-361'
const batchRows = 200_000
const filled = [notifications, transactionStates, payments].map(getTableName)

/** The payments of one year, evenly spread. */
const yearBegins = '2025-01-01'
/** Every tenth payment is of one of these products. */
const productCount = 50
const page = (where: SQL, order = sql`at DESC, uid DESC`) =>
  sql`SELECT * FROM payments WHERE shop_id = ${shopId} AND ${where} ORDER BY ${order} LIMIT 51`
const found = (where: SQL) => sql`SELECT p.* FROM payments p WHERE p.shop_id = ${shopId} AND p.uid IN (
  SELECT t.root_uid FROM notifications n JOIN transaction_states t ON t.shop_id = n.shop_id AND t.uid = n.uid
  WHERE n.shop_id = ${shopId} AND ${where}) ORDER BY p.at DESC, p.uid DESC LIMIT 51`
/** The number of a payment in the middle, which a customer asks for. */
const middle = Math.floor(rows / 2) + 77
const middleUid = `pay-${String(middle).padStart(8, '0')}`
const middleCard = String(middle % 10_000).padStart(4, '0')

const asked: [name: string, query: Record<string, string>, bare: SQL][] = [
  ['first page', {}, page(sql`true`)],
  [
    'largest amounts',
    { sort: '-amount', currency: 'EUR' },
    page(sql`currency = 'EUR'`, sql`paid DESC, uid DESC`),
  ],
  ['state', { state: 'disputed' }, page(sql`state = 'disputed'`)],
  ['two states', { state: 'disputed,refunded' }, page(sql`state IN ('disputed', 'refunded')`)],
  ['type', { type: 'authorization' }, page(sql`type = 'authorization'`)],
  [
    'brand and country',
    { brand: 'amex', country: 'PL' },
    page(sql`card_brand = 'amex' AND card_country = 'PL'`),
  ],
  ['currency', { currency: 'KWD' }, page(sql`currency = 'KWD'`)],
  ['evidence', { evidence: 'credentials' }, page(sql`authenticity = 'credentials'`)],
  ['test', { test: 'true' }, page(sql`test`)],
  ['differs', { differs: 'true' }, page(sql`difference IS NOT NULL`)],
  ['money back', { returned: 'true' }, page(sql`refunded + charged_back > 0`)],
  ['unlinked', { unlinked: 'true' }, page(sql`checkout_id IS NULL AND product_id IS NULL`)],
  [
    'amounts of a currency',
    { currency: 'EUR', amount_from: '500000', amount_to: '501000' },
    page(sql`currency = 'EUR' AND paid BETWEEN 500000 AND 501000`),
  ],
  [
    'days',
    { day_from: '2025-03-01', day_to: '2025-03-02' },
    page(sql`at >= '2025-03-01' AND at < '2025-03-03'`),
  ],
  [
    'paid on a day',
    { counted: 'paid', currency: 'EUR', day_from: '2025-03-01', day_to: '2025-03-01' },
    // Materialized, because the planner begins with the newest payment otherwise and reads all of them.
    sql`WITH counted AS MATERIALIZED (SELECT DISTINCT root_uid FROM transaction_states c
      WHERE c.shop_id = ${shopId} AND c.currency = 'EUR' AND c.counts_as = 'paid'
        AND c.at >= '2025-03-01' AND c.at < '2025-03-02')
      SELECT p.* FROM counted JOIN payments p ON p.shop_id = ${shopId} AND p.uid = root_uid
      ORDER BY at DESC, uid DESC LIMIT 51`,
  ],
  ['of a product', { product_id: 'product-7' }, page(sql`product_id = 'product-7'`)],
  ['UID', { q: middleUid }, found(sql`n.search LIKE ${`%${middleUid}%`}`)],
  [
    'e-mail',
    { q: `payer${middle}@mail.example` },
    found(sql`n.search_terms && ${sql.param([`email:payer${middle}@mail.example`])}::text[]`),
  ],
  [
    'name and card',
    { q: `keller${middle % 5000} ${middleCard}` },
    found(sql`n.search_terms && ${sql.param([`name:keller${middle % 5000}`])}::text[]
      AND n.search_terms && ${sql.param([`card:${middleCard}`])}::text[]`),
  ],
  [
    "a product's name",
    { q: 'poster 7' },
    page(
      sql`product_id IN (SELECT id FROM products WHERE shop_id = ${shopId} AND search LIKE '% poster 7%')`,
    ),
  ],
]

describe.each(kinds)('payments on %s', (kind) => {
  let office: TestOffice
  beforeAll(async () => {
    office = await openTestOffice(kind)
    await stopFillingOtherShop(office.engine)
    await fillPayments(office.engine)
  })
  afterAll(() => office.dispose())

  const title = `${kind}, ${rows} payments, ${rounds} rounds in turn`

  it('are listed about as fast as a bare statement lists them', async () => {
    const lines = [['query', 'verb p50 ms', 'p95 ms', 'bare p50 ms', 'p95 ms']]
    for (const [name, query, bare] of asked) {
      const parsed = paymentListQuery.parse(query)
      const took = await inTurn(
        {
          verb: () => listPayments(office.context, parsed),
          bare: () => office.engine.db.execute(bare),
        },
        { rounds, warmUp },
      )
      const cells = (all: number[]) => [0.5, 0.95].map((at) => quantile(all, at).toFixed(1))
      lines.push([name, ...cells(took.verb), ...cells(took.bare)])
    }
    console.log(`\n${title}\n${table(lines)}`)
  })

  it('are added up for a year', async () => {
    const lines = [['report of a year by', 'p50 ms', 'p95 ms']]
    for (const by of ['day', 'week', 'month']) {
      const query = paymentReportQuery.parse({
        from: '2025-01-01',
        to: '2025-12-31',
        zone: 'Europe/Berlin',
        by,
      })
      const { verb } = await inTurn(
        { verb: () => paymentReportOf(office.context, query) },
        { rounds: 20, warmUp },
      )
      lines.push([by, ...[0.5, 0.95].map((at) => quantile(verb, at).toFixed(0))])
    }
    console.log(`\n${title}\n${table(lines)}`)
  })
})

/**
 * Fills a shop with payments, each with its transaction and notification as processing leaves them.
 * Indexes are made afterwards.
 */
async function fillPayments(engine: Engine): Promise<void> {
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
    return () => fillBatch(at * batchRows + 1, to)
  })
  await share(connections, batches)
  await share(
    connections,
    indexes.map(({ making }) => () => [sql.raw(making)]),
  )
  const started = performance.now()
  await first.execute(addQuarters)
  console.log(`\nsummed by quarters and four hours in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  for (const name of [...filled, 'payment_quarters', 'payment_four_hours'])
    await first.execute(sql`VACUUM (ANALYZE) ${sql.identifier(name)}`)
  await close()
}

/** Connections without limits of time: two of a server, to use both cores. */
async function connect({ db, embedded }: Engine) {
  if (embedded) return { connections: [db], close: async () => {} }
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

/** Sums as the ledger keeps them. */
const addQuarters = sql`
  INSERT INTO payment_quarters (shop_id, currency, at, paid, payments, failed, refunded, refunds)
  SELECT shop_id, currency, date_bin('15 minutes', at, ${yearBegins}::timestamptz), sum(paid),
    count(*) FILTER (WHERE paid > 0), count(*) FILTER (WHERE state = 'declined'), sum(refunded),
    count(*) FILTER (WHERE refunded > 0)
  FROM payments WHERE shop_id = ${shopId} GROUP BY 1, 2, 3`

function fillBatch(from: number, to: number): SQL[] {
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
  const isPaid = sql`(${state} <> 'declined')`
  const [brand, country] = [pick('visa master amex'), pick('DE PL FR IT NL')]
  const currency = pick('EUR EUR EUR EUR USD USD GBP PLN JPY KWD CHF CZK SEK')
  const amount = sql`(100 + (n * 104729) % 1000000)`
  const type = sql.raw(`CASE WHEN n % 50 = 0 THEN 'authorization' ELSE 'payment' END`)
  const grade = sql.raw(`CASE WHEN n % 100 = 0 THEN 'credentials' ELSE 'signature' END`)
  const product = sql.raw(`CASE WHEN n % 10 = 0 THEN 'product-' || (n / 10) % ${productCount} END`)
  const status = sql`CASE WHEN ${isPaid} THEN 'successful' ELSE 'failed' END`
  const lastFour = sql`lpad((n % 10000)::text, 4, '0')`
  return [
    sql`INSERT INTO notifications (shop_id, id, received_at, last_received_at, body, fingerprint, headers, signature,
        credentials, authenticity, source_address, processed_at, kind, uid, status, type, amount, currency, description,
        email, card_brand, card_last_4, product_id, keys, search, search_personal, search_terms)
      SELECT ${shopId}, ${id}, ${at}, ${at}, '{}', decode(md5(n::text), 'hex'), '{}', 'verified', 'matched', ${grade},
        '', ${at}, 'transaction', ${uid}, ${status}, ${type}, ${amount}, ${currency}, 'Order ' || n,
        'payer' || n || '@mail.example', ${brand}, ${lastFour}, ${product}, '{}', ' ' || ${uid} || E'\n order ' || n,
        ' payer' || n || '@mail.example',
        ARRAY['email:payer' || n || '@mail.example', 'name:keller' || n % 5000, 'card:' || ${lastFour}]
      FROM ${series}`,
    sql`INSERT INTO transaction_states (shop_id, uid, root_uid, notification_id, is_final, received_at, at, status, type,
        authenticity, counts_as, amount, currency, card_brand, card_country, product_id)
      SELECT ${shopId}, ${uid}, ${uid}, ${id}, true, ${at}, ${at}, ${status}, ${type}, ${grade},
        CASE WHEN ${isPaid} THEN 'paid' ELSE 'failed' END, ${amount}, ${currency}, ${brand}, ${country}, ${product}
      FROM ${series}`,
    sql`INSERT INTO payments (shop_id, uid, state, type, test, at, heard_at, state_at, authenticity, notification_id,
        currency, tried, held, paid, refunded, charged_back, card_brand, card_country, product_id, difference)
      SELECT ${shopId}, ${uid}, ${state}, ${type}, n % 1000 = 0, ${at}, ${at}, ${at}, ${grade}, ${id}, ${currency},
        ${amount}, 0, CASE WHEN ${isPaid} THEN ${amount} ELSE 0 END,
        CASE WHEN ${state} = 'refunded' THEN ${amount} ELSE 0 END, 0, ${brand}, ${country}, ${product},
        CASE WHEN n % 2000 = 7 THEN 'too_little' END
      FROM ${series}`,
  ]
}
