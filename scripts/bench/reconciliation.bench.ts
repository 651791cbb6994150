/**
 * A statement compared with the ledger: seconds to read, compare, record and take back, and how far memory grew. On
 * PGlite, and on PostgreSQL with BENCH_DATABASE_URL (creates and drops its own databases). BENCH_ROWS: rows of the
 * statement (100,000); the ledger has twice as many payments. BENCH_ENGINE: only `embedded` or `server`. Aim: 100,000
 * rows compared in 60 s with flat memory on PostgreSQL.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { StatementMapping } from '../../lib/payments/reconciliation/reconciliation'
import { recordReconciliation, undoReconciliation } from '../../lib/payments/server/reconciliation/order'
import { readReconciliation } from '../../lib/payments/server/reconciliation/read'
import { workOnReconciliation } from '../../lib/payments/server/reconciliation/run'
import { reconcileFile } from '../../lib/payments/server/reconciliation/statement/take'
import { openTestOffice, type TestOffice } from '../../lib/testing/office'
import { stopFillingOtherShop } from '../../lib/testing/shops/other-shop'
import { table } from './kit/measure'

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const batchRows = 20_000

const kinds = (['embedded', 'server'] as const).filter(
  (kind) =>
    (kind === 'embedded' || onServer) && [undefined, kind].includes(process.env.BENCH_ENGINE as typeof kind),
)

const shopId = 'shop-361'
const secondsApart = 20
const begin = Date.parse('2026-01-01T00:00:00Z')

const mapping: StatementMapping = {
  columns: ['uid', 'tracking_id', 'amount', 'currency', 'time', null],
  amounts: 'major',
  decimal: '.',
  dates: 'ymd',
  zone: 'Europe/Berlin',
  currency: null,
  types: {},
}

/** Of a hundred payments one is unknown here, one differs, and ten have no UID. */
async function* statement(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('uid,order,amount,currency,paid_at,name\n')
  for (let n = 1; n <= rows; n += 1000) {
    let text = ''
    for (let row = n; row < n + 1000 && row <= rows; row++) {
      const kind = row % 100
      const uid = kind === 0 ? `lost-${row}` : kind <= 10 ? '' : `pay-${row}`
      const order = kind === 0 ? `lost-${row}` : `order-${row}`
      const amount = 1000 + (row % 5000) + (kind === 50 ? 1 : 0)
      const at = new Date(begin + row * secondsApart * 1000).toISOString()
      text += `${uid},${order},${(amount / 100).toFixed(2)},EUR,${at},Maria Keller\n`
    }
    yield Buffer.from(text)
  }
}

describe.each(kinds)('a statement on %s', (kind) => {
  let office: TestOffice
  beforeAll(async () => {
    office = await openTestOffice(kind)
    await stopFillingOtherShop(office.engine)
    for (let from = 1; from <= rows * 2; from += batchRows)
      await fill(office, from, Math.min(rows * 2, from + batchRows - 1))
    await office.engine.db.execute(sql`ANALYZE`)
  })
  afterAll(() => office.dispose())

  it('is compared', async () => {
    const { engine, context } = office
    const lines = [['step', 'seconds', 'most MB of memory', 'MB at its start']]
    const measured = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      globalThis.gc?.()
      const megabytes = () => process.memoryUsage().rss / 1024 ** 2
      const start = megabytes()
      let most = start
      const timer = setInterval(() => (most = Math.max(most, megabytes())), 50)
      const began = performance.now()
      try {
        return await work()
      } finally {
        clearInterval(timer)
        lines.push([name, ((performance.now() - began) / 1000).toFixed(1), most.toFixed(0), start.toFixed(0)])
      }
    }
    const file = { name: 'bench.csv', mapping, from: undefined, to: undefined, body: statement() }
    const { id } = await measured('read', () => reconcileFile(context, file))
    const key = { shopId, id }
    const work = () => workOnReconciliation(engine, key, { until: Infinity })
    await measured('compare', work)
    await recordReconciliation(context, id)
    await measured('record', work)
    const { counts } = await readReconciliation(context, id)
    await undoReconciliation(context, id)
    await measured('undo', work)
    console.log(`\n${kind}, ${rows} rows, ${JSON.stringify(counts)}\n${table(lines)}`)
  })
})

/** Payments with their transactions and notifications, as processing leaves them. */
async function fill({ engine }: TestOffice, from: number, to: number): Promise<void> {
  const series = sql`generate_series(${from}::int, ${to}::int) n`
  const id = sql`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const uid = sql`'pay-' || n`
  const at = sql`${new Date(begin).toISOString()}::timestamptz + make_interval(secs => n * ${secondsApart}::int)`
  const amount = sql`(1000 + n % 5000)`
  await engine.db.execute(sql`
    INSERT INTO notifications (shop_id, id, received_at, last_received_at, body, fingerprint, headers, signature,
      credentials, authenticity, source_address, processed_at, kind, uid, tracking_id, status, type, amount, currency,
      keys, search, search_personal, search_terms)
    SELECT ${shopId}, ${id}, ${at}, ${at}, '{}', decode(md5(n::text), 'hex'), '{}', 'verified', 'matched', 'signature',
      '', ${at}, 'transaction', ${uid}, 'order-' || n, 'successful', 'payment', ${amount}, 'EUR', '{}', '', '', '{}'
    FROM ${series} WHERE n % 100 <> 0`)
  await engine.db.execute(sql`
    INSERT INTO transaction_states (shop_id, uid, root_uid, notification_id, is_final, received_at, at, status, type,
      authenticity, counts_as, amount, currency)
    SELECT ${shopId}, ${uid}, ${uid}, ${id}, true, ${at}, ${at}, 'successful', 'payment', 'signature', 'paid',
      ${amount}, 'EUR' FROM ${series} WHERE n % 100 <> 0`)
  await engine.db.execute(sql`
    INSERT INTO payments (shop_id, uid, state, type, test, at, heard_at, state_at, authenticity, notification_id, currency,
      tried, held, paid, refunded, charged_back)
    SELECT ${shopId}, ${uid}, 'paid', 'payment', false, ${at}, ${at}, ${at}, 'signature', ${id}, 'EUR', ${amount}, 0,
      ${amount}, 0, 0 FROM ${series} WHERE n % 100 <> 0`)
}
