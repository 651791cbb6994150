/**
 * How PostgreSQL runs the statements of lists, searches and reports on large tables: the kinds of nodes in each plan.
 * Fails if one of them scans a large table from end to end. Needs BENCH_DATABASE_URL (creates and drops its own database).
 * BENCH_ROWS: payments, with their notifications (1,000,000); of products, customers, checkouts and entries of activity
 * there are a fifth as many.
 */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityListQuery } from '../../lib/activity/schema'
import { listActivity } from '../../lib/activity/server/list'
import { checkoutListQuery } from '../../lib/checkouts/schema'
import { listCheckouts } from '../../lib/checkouts/server/listing/list'
import { customerListQuery } from '../../lib/customers/schema'
import { listCustomers } from '../../lib/customers/server/listing/list'
import { notificationListQuery } from '../../lib/notifications/schema'
import { listNotifications } from '../../lib/notifications/server/reading/list'
import { statisticsQuery } from '../../lib/overview/schema'
import { statisticsOf, unpaidCheckoutsOf } from '../../lib/overview/server/statistics'
import { paymentListQuery } from '../../lib/payments/list'
import { paymentReportQuery } from '../../lib/payments/report'
import { listPayments } from '../../lib/payments/server/listing/list'
import { paymentReportOf } from '../../lib/payments/server/report/report'
import { productListQuery } from '../../lib/products/schema'
import { listProducts } from '../../lib/products/server/listing/list'
import { openTestOffice, type TestOffice } from '../../lib/testing/office'
import { stopFillingOtherShop } from '../../lib/testing/shops/other-shop'
import { connect, fillPayments } from './kit/testing-payments'
import { noteStatements, planOf, type Step } from './kit/testing-plans'

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const fewer = Math.ceil(rows / 5)
/** The most rows that a statement may scan. Below it, a scan can be cheaper than an index. */
const large = fewer / 2

const shopId = 'shop-361'
const middle = Math.floor(rows / 2) + 77
const middleUid = `pay-${String(middle).padStart(8, '0')}`

const payments = [
  {},
  { sort: '-amount', currency: 'EUR' },
  { state: 'disputed,refunded' },
  { type: 'authorization' },
  { brand: 'amex', country: 'PL' },
  { currency: 'KWD' },
  { evidence: 'credentials' },
  { test: 'true' },
  { differs: 'true' },
  { returned: 'true' },
  { unlinked: 'true' },
  { currency: 'EUR', amount_from: '500000', amount_to: '501000' },
  { day_from: '2025-03-01', day_to: '2025-03-02' },
  { counted: 'paid', currency: 'EUR', day_from: '2025-03-01', day_to: '2025-03-01' },
  {
    counted: 'paid_or_failed',
    unknown: 'brand',
    currency: 'EUR',
    day_from: '2025-03-01',
    day_to: '2025-03-01',
  },
  { reason: 'Insufficient funds', currency: 'EUR', day_from: '2025-03-01', day_to: '2025-03-01' },
  { product_id: 'product-7' },
  { q: middleUid },
  { q: `payer${middle}@mail.example` },
  { q: `keller${middle % 5000} ${String(middle % 10_000).padStart(4, '0')}` },
]
const notifications = [
  {},
  { status: 'failed' },
  { type: 'authorization' },
  { currency: 'KWD' },
  { currency: 'EUR', amount_from: '500000', amount_to: '501000' },
  { received_from: '2025-03-01', received_to: '2025-03-02' },
  { authenticity: 'credentials' },
  { linked: 'true' },
  { uid: middleUid },
  { product_id: 'product-7' },
  { q: middleUid },
  { q: `payer${middle}@mail.example` },
]
const products = [{}, { sort: 'name' }, { currency: 'EUR' }, { test: 'true' }, { stock: 'out' }, { q: 'shelf 4711' }, { q: 'shelf' }, { q: 'shlef' }] // prettier-ignore
const customers = [{}, { sort: 'name' }, { country: 'PL' }, { paid: 'true' }, { q: 'mayer4711@mail.example' }, { q: 'anna' }] // prettier-ignore
const checkouts = [{}, { sort: '-amount' }, { state: 'paid' }, { currency: 'EUR' }, { q: 'order 4711' }]
const activities = [{}, { kind: 'products' }, { object: 'product-4711' }, { at_from: '2025-03-01', at_to: '2025-03-02' }] // prettier-ignore

describe.skipIf(!onServer)(`plans at ${rows} payments`, () => {
  const statements = noteStatements()
  let office: TestOffice
  let client: pg.Client
  let tables: Map<string, number>
  beforeAll(async () => {
    office = await openTestOffice('server')
    const { engine } = office
    await stopFillingOtherShop(engine)
    await fillPayments(engine, { rows })
    const { connections, close } = await connect(engine)
    for (const statement of filling) await connections[0]?.execute(statement)
    await close()
    const { rows: made } = await engine.db.execute<{ name: string }>(sql`SELECT current_database() AS name`)
    const url = new URL(onServer ?? '')
    url.pathname = `/${made[0]?.name}`
    client = new pg.Client({ connectionString: url.href, options: '-c jit=off' })
    await client.connect()
    await client.query('VACUUM (ANALYZE)')
    const sizes = await client.query<{ name: string; count: number }>(
      `SELECT relname AS name, reltuples AS count FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
    tables = new Map(sizes.rows.map(({ name, count }) => [name, count]))
  })
  afterAll(async () => {
    await client.end()
    await office.dispose()
  })

  it('scan no large table from end to end', async () => {
    const scans: string[] = []
    for (const [name, run] of reads(office)) {
      statements.take()
      await run()
      const plans = []
      for (const statement of statements.take()) plans.push(await planOf(client, statement))
      const steps = plans.flat()
      console.log(`${name}: ${plans.length} statements\n  ${wordsOf(steps)}`)
      scans.push(...steps.filter((step) => isWholeScan(step, tables)).map((step) => `${name}: ${step.table}`))
    }
    expect([...tables.keys()]).toEqual(
      expect.arrayContaining(['notifications', 'payments', 'customers', 'products']),
    )
    expect(scans).toEqual([])
  })
})

/** With a limit, the number of rows read does not grow with the table. */
const isWholeScan = ({ kind, table, share }: Step, tables: ReadonlyMap<string, number>): boolean =>
  kind === 'Seq Scan' && (tables.get(table ?? '') ?? 0) * share > large

const wordsOf = (steps: readonly Step[]): string =>
  [...new Set(steps.map(({ kind, table }) => (table === null ? kind : `${kind} of ${table}`)))]
    .toSorted()
    .join(', ')

function reads({ context }: TestOffice): [name: string, run: () => Promise<unknown>][] {
  const named = <Query extends object>(
    list: string,
    queries: Query[],
    run: (query: Query) => Promise<unknown>,
  ) =>
    queries.map((query): [string, () => Promise<unknown>] => [
      `${list} ${JSON.stringify(query)}`,
      () => run(query),
    ])
  return [
    ...named('payments', payments, (query) => listPayments(context, paymentListQuery.parse(query))),
    ...named('notifications', notifications, (query) =>
      listNotifications(context, notificationListQuery.parse(query)),
    ),
    ...named('products', products, (query) => listProducts(context, productListQuery.parse(query))),
    ...named('customers', customers, (query) => listCustomers(context, customerListQuery.parse(query))),
    ...named('checkouts', checkouts, (query) => listCheckouts(context, checkoutListQuery.parse(query))),
    ...named('activity', activities, (query) => listActivity(context, activityListQuery.parse(query))),
    ...named(
      'report',
      ['day', 'week', 'month'].map((by) => ({
        from: '2025-01-01',
        to: '2025-12-31',
        zone: 'Europe/Berlin',
        by,
      })),
      (query) => paymentReportOf(context, paymentReportQuery.parse(query)),
    ),
    ...named('statistics', [{ period: 'custom', from: '2025-03-01', to: '2025-03-31' }], (query) =>
      statisticsOf(context, statisticsQuery.parse(query)),
    ),
    ...named('unpaid checkouts', [{}], () => unpaidCheckoutsOf(context)),
  ]
}

const series = sql`generate_series(1, ${fewer}::int) n`
const at = sql.raw(
  `(timestamptz '2025-01-01 00:00:00Z' + make_interval(secs => n * ${(365 * 86_400) / fewer}))`,
)
const filling = [
  sql`INSERT INTO products (shop_id, id, name, currency, amount, infinite, test, quantity, search, raw, first_seen_at, synced_at)
    SELECT ${shopId}, 'shelf-' || n, 'Shelf ' || n, (ARRAY['EUR', 'USD', 'PLN'])[1 + n % 3], n, n % 3 = 0, n % 100 = 0, n % 50,
      ' shelf ' || n, '{}', ${at}, now() FROM ${series}`,
  sql`INSERT INTO search_words (shop_id, resource, word) VALUES (${shopId}, 'products', 'shelf') ON CONFLICT DO NOTHING`,
  sql`INSERT INTO customers (shop_id, id, first_name, last_name, email, country, search, raw, first_seen_at, synced_at, keys, heard, extra)
    SELECT ${shopId}, 'customer-' || n, 'Anna', 'Mayer' || n, 'mayer' || n || '@mail.example', (ARRAY['DE', 'PL', 'FR'])[1 + n % 3],
      ' anna mayer' || n || E'\n mayer' || n || '@mail.example', '{}', ${at}, now(), '{}', '{}', '' FROM ${series}`,
  sql`INSERT INTO checkouts (shop_id, id, request, transaction_type, amount, currency, description, expires_at, state, state_at,
      created_at, created_by, search)
    SELECT ${shopId}, gen_random_uuid()::text, '{}', 'payment', n, (ARRAY['EUR', 'USD', 'PLN'])[1 + n % 3], 'Order ' || n,
      ${at} + interval '1 day', (ARRAY['open', 'paid'])[1 + n % 2], ${at}, ${at}, (SELECT id FROM users LIMIT 1), ' order ' || n
    FROM ${series}`,
  sql`INSERT INTO activity (id, shop_id, at, action, subject, actor_id)
    SELECT gen_random_uuid(), ${shopId}, ${at}, 'product.changed', 'product-' || n, (SELECT id FROM users LIMIT 1) FROM ${series}`,
]
