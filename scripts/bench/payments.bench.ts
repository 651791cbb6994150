/**
 * The list of payments and the report: p95 of the verb for lists, filters and searches, beside one bare statement for
 * each page, in turn, and for a year's report. On PGlite, and on PostgreSQL with BENCH_DATABASE_URL (creates and drops
 * its own databases). BENCH_ROWS: payments (200,000; with 10,000,000 filling takes half an hour and 20 GB).
 * BENCH_ENGINE: only `embedded` or `server`.
 */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { paymentListQuery } from '../../lib/payments/list'
import { listPayments } from '../../lib/payments/server/listing/list'
import { paymentReportQuery } from '../../lib/payments/report'
import { paymentReportOf } from '../../lib/payments/server/report/report'
import { openTestOffice, type TestOffice } from '../../lib/testing/office'
import { stopFillingOtherShop } from '../../lib/testing/shops/other-shop'
import { fillPayments } from './kit/testing-payments'
import { inTurn, quantile, table } from './kit/measure'

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
const page = (where: SQL, order = sql`at DESC, uid DESC`) =>
  sql`SELECT * FROM payments WHERE shop_id = ${shopId} AND ${where} ORDER BY ${order} LIMIT 51`
const found = (where: SQL) => sql`SELECT p.* FROM payments p WHERE p.shop_id = ${shopId} AND p.uid IN (
  SELECT t.root_uid FROM notifications n JOIN transaction_states t ON t.shop_id = n.shop_id AND t.uid = n.uid
  WHERE n.shop_id = ${shopId} AND ${where}) ORDER BY p.at DESC, p.uid DESC LIMIT 51`
/** Materialized, because the planner begins with the newest payment otherwise and reads all of them. */
const ofCounted = (
  where: SQL,
) => sql`WITH counted AS MATERIALIZED (SELECT DISTINCT root_uid FROM transaction_states c
  WHERE c.shop_id = ${shopId} AND c.currency = 'EUR' AND ${where} AND c.at >= '2025-03-01' AND c.at < '2025-03-02')
  SELECT p.* FROM counted JOIN payments p ON p.shop_id = ${shopId} AND p.uid = root_uid ORDER BY at DESC, uid DESC LIMIT 51`
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
  ['money back', { returned: 'true' }, page(sql`(has_returned OR refunded + charged_back > 0)`)],
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
    ofCounted(sql`c.counts_as = 'paid'`),
  ],
  [
    'refusals with a reason',
    { reason: 'Insufficient funds', currency: 'EUR', day_from: '2025-03-01', day_to: '2025-03-01' },
    ofCounted(sql`c.counts_as = 'failed' AND c.reason = 'Insufficient funds'`),
  ],
  [
    'attempts by evidence',
    {
      counted: 'paid_or_failed',
      evidence: 'credentials',
      currency: 'EUR',
      day_from: '2025-03-01',
      day_to: '2025-03-01',
    },
    ofCounted(sql`c.counts_as IN ('paid', 'failed') AND c.authenticity = 'credentials'`),
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
    await fillPayments(office.engine, { rows })
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
