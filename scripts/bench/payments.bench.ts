/**
 * The list of payments: p95 of the verb for lists, filters and searches, beside one bare statement for each page, in
 * turn. On PGlite, and on PostgreSQL with BENCH_DATABASE_URL (creates and drops its own databases). BENCH_ROWS: payments
 * (200,000). BENCH_ENGINE: only `embedded` or `server`.
 */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { paymentListQuery } from '../../lib/payments/list'
import { listPayments } from '../../lib/payments/server/listing/list'
import { openTestOffice, type TestOffice } from '../../lib/testing/office'
import { stopFillingOtherShop } from '../../lib/testing/other-shop'
import { quantile, table } from './measure'

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const rows = Number(process.env.BENCH_ROWS ?? 200_000)
const runs = 40
const batchRows = 50_000

const kinds = (['embedded', 'server'] as const).filter(
  (kind) =>
    (kind === 'embedded' || onServer) && [undefined, kind].includes(process.env.BENCH_ENGINE as typeof kind),
)

const shopId = 'shop-361'
const page = (where: SQL, order = sql`at DESC, uid DESC`) =>
  sql`SELECT * FROM payments WHERE shop_id = ${shopId} AND ${where} ORDER BY ${order} LIMIT 51`
const found = (where: SQL) => sql`SELECT p.* FROM payments p WHERE p.shop_id = ${shopId} AND p.uid IN (
  SELECT t.root_uid FROM notifications n JOIN transaction_states t ON t.shop_id = n.shop_id AND t.uid = n.uid
  WHERE n.shop_id = ${shopId} AND ${where}) ORDER BY p.at DESC, p.uid DESC LIMIT 51`

const asked: [name: string, query: Record<string, string>, bare: SQL][] = [
  ['first page', {}, page(sql`true`)],
  ['state', { state: 'disputed' }, page(sql`state = 'disputed'`)],
  [
    'brand and country',
    { brand: 'amex', country: 'PL' },
    page(sql`card_brand = 'amex' AND card_country = 'PL'`),
  ],
  ['money back', { returned: 'true' }, page(sql`refunded + charged_back > 0`)],
  [
    'amounts of a currency',
    { currency: 'EUR', amount_from: '500000', amount_to: '501000' },
    page(sql`currency = 'EUR' AND paid BETWEEN 500000 AND 501000`),
  ],
  [
    'days',
    { day_from: '2026-03-01', day_to: '2026-03-02' },
    page(sql`at >= '2026-03-01' AND at < '2026-03-03'`),
  ],
  ['UID', { q: 'pay-000777' }, found(sql`n.search LIKE '%pay-000777%'`)],
  [
    'e-mail',
    { q: 'payer777@mail.example' },
    found(sql`n.search_terms && ARRAY['email:payer777@mail.example']`),
  ],
  [
    'name and card',
    { q: 'keller77 0077' },
    found(sql`n.search_terms && ARRAY['name:keller77'] AND n.search_terms && ARRAY['card:0077']`),
  ],
]

describe.each(kinds)('payments on %s', (kind) => {
  let office: TestOffice
  beforeAll(async () => {
    office = await openTestOffice(kind)
    await stopFillingOtherShop(office.engine)
    for (let from = 1; from <= rows; from += batchRows)
      await fill(office, from, Math.min(rows, from + batchRows - 1))
    await office.engine.db.execute(sql`ANALYZE`)
  })
  afterAll(() => office.dispose())

  it('are listed about as fast as a bare statement lists them', async () => {
    const lines = [['query', 'verb p50 ms', 'p95 ms', 'bare p50 ms', 'p95 ms']]
    for (const [name, query, bare] of asked) {
      const took = { verb: [] as number[], bare: [] as number[] }
      const time = async (into: number[], work: () => Promise<unknown>) => {
        const began = performance.now()
        await work()
        into.push(performance.now() - began)
      }
      for (let run = -3; run < runs; run++) {
        await time(run < 0 ? [] : took.verb, () =>
          listPayments(office.context, paymentListQuery.parse(query)),
        )
        await time(run < 0 ? [] : took.bare, () => office.engine.db.execute(bare))
      }
      const cells = (all: number[]) =>
        [0.5, 0.95].map((at) =>
          quantile(
            all.toSorted((a, b) => a - b),
            at,
          ).toFixed(1),
        )
      lines.push([name, ...cells(took.verb), ...cells(took.bare)])
    }
    console.log(`\n${kind}, ${rows} payments, ${runs} runs in turn\n${table(lines)}`)
  })
})

/** Payments with their transactions and notifications, as processing leaves them. */
async function fill({ engine }: TestOffice, from: number, to: number): Promise<void> {
  const series = sql`generate_series(${from}::int, ${to}::int) n`
  const id = sql`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const uid = sql`'pay-' || lpad(n::text, 6, '0')`
  const at = sql`timestamptz '2026-01-01' + make_interval(secs => n * 20)`
  const pick = (values: string) =>
    sql`(ARRAY[${sql.raw(values)}])[1 + (n * 7919) % ${values.split(',').length}]`
  const state = pick(`'paid','paid','paid','declined','refunded','paid','disputed','paid'`)
  const [brand, country, currency] = [
    pick(`'visa','master','amex'`),
    pick(`'DE','PL'`),
    pick(`'EUR','USD','JPY'`),
  ]
  const amount = sql`(100 + (n::bigint * 104729) % 1000000)`
  await engine.db.execute(sql`
    INSERT INTO notifications (shop_id, id, received_at, last_received_at, body, fingerprint, headers, signature,
      credentials, authenticity, source_address, processed_at, kind, uid, status, type, amount, currency, description,
      email, card_brand, card_last_4, keys, search, search_personal, search_terms)
    SELECT ${shopId}, ${id}, ${at}, ${at}, '{}', decode(md5(n::text), 'hex'), '{}', 'verified', 'matched', 'signature',
      '', ${at}, 'transaction', ${uid}, 'successful', 'payment', ${amount}, ${currency}, 'Order ' || n,
      'payer' || n || '@mail.example', ${brand}, lpad((n % 10000)::text, 4, '0'), '{}',
      ' ' || ${uid} || E'\n order ' || n, ' payer' || n || '@mail.example',
      ARRAY['email:payer' || n || '@mail.example', 'name:keller' || n % 5000, 'card:' || lpad((n % 10000)::text, 4, '0')]
    FROM ${series}`)
  await engine.db.execute(sql`
    INSERT INTO transaction_states (shop_id, uid, root_uid, notification_id, is_final, received_at, at, status, type,
      authenticity, counts_as, amount, currency, card_brand, card_country)
    SELECT ${shopId}, ${uid}, ${uid}, ${id}, true, ${at}, ${at}, 'successful', 'payment', 'signature', 'paid',
      ${amount}, ${currency}, ${brand}, ${country} FROM ${series}`)
  await engine.db.execute(sql`
    INSERT INTO payments (shop_id, uid, state, type, test, at, heard_at, state_at, authenticity, notification_id, currency,
      tried, held, paid, refunded, charged_back, card_brand, card_country)
    SELECT ${shopId}, ${uid}, ${state}, 'payment', false, ${at}, ${at}, ${at}, 'signature', ${id}, ${currency},
      ${amount}, 0, ${amount}, CASE WHEN n % 20 = 0 THEN ${amount} ELSE 0 END, 0, ${brand}, ${country} FROM ${series}`)
}
