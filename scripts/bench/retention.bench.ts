/**
 * What the removal of payloads and personal data costs on a large table of notifications: how many a second, what the
 * table and its indexes grow by, whether autovacuum keeps up, and how receiving is affected. Needs PostgreSQL
 * (BENCH_DATABASE_URL; creates and drops its own database). BENCH_ROWS: how many notifications to spread over a year
 * (1,000,000). Retention removes a fifth of them.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { shops } from '../../lib/core/server/tables/shops'
import { notificationStore, type Received } from '../../lib/notifications/server/receiving/store'
import { retainNotifications } from '../../lib/notifications/server/retention'
import { openTestOffice, type TestOffice } from '../../lib/testing/office'
import { stopFillingOtherShop } from '../../lib/testing/shops/other-shop'
import { fillPayments } from './kit/testing-payments'
import { quantile, table } from './kit/measure'

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)

const shopId = 'shop-361'
/** With a period of a month, everything before 14 March is due: a fifth of the year. */
const now = new Date('2025-04-14T12:00:00Z')

/** About 1.2 kB, with a person in it. */
const body = sql.raw(`convert_to(json_build_object('transaction', json_build_object(
  'uid', 'pay-' || lpad(n::text, 8, '0'), 'status', 'successful', 'amount', 1250, 'currency', 'EUR',
  'description', 'Order ' || n, 'customer', json_build_object('email', 'payer' || n || '@mail.example', 'ip', '192.0.2.7'),
  'billing_address', json_build_object('first_name', 'Anna', 'last_name', 'Keller' || n % 5000, 'city', 'Leipzig'),
  'credit_card', json_build_object('holder', 'ANNA KELLER' || n % 5000, 'last_4', '4242'),
  'receipt', (SELECT string_agg(md5(n::text || part), '') FROM generate_series(1, 24) part)))::text, 'UTF8')`)

describe.skipIf(!onServer)(`retention of ${rows} notifications`, () => {
  let office: TestOffice
  beforeAll(async () => {
    office = await openTestOffice('server')
    await stopFillingOtherShop(office.engine)
    await fillPayments(office.engine, { rows, body })
  })
  afterAll(() => office.dispose())

  it('takes its time, and leaves receiving its own', async () => {
    const { engine } = office
    const received = receiving(office)
    await sleep(10_000)
    const quiet = received.soFar()
    const before = await sizes(office)
    await engine.db.update(shops).set({ payloadMonths: 1, personalMonths: 1 }).where(eq(shops.id, shopId))
    const started = performance.now()
    const lines = [['s', 'rows without a person', 'without a payload', 'dead rows', 'table MB', 'indexes MB']]
    const look = async () => {
      const { rows: seen } = await engine.db.execute<{ personal: number; payloads: number }>(sql`
        SELECT count(*) FILTER (WHERE personal_removed_at IS NOT NULL)::int AS personal,
          count(*) FILTER (WHERE payload_removed_at IS NOT NULL)::int AS payloads
        FROM notifications WHERE shop_id = ${shopId} AND received_at < ${now.toISOString()}::timestamptz - interval '1 month'`)
      const size = await sizes(office)
      lines.push([
        ((performance.now() - started) / 1000).toFixed(0),
        String(seen[0]?.personal),
        String(seen[0]?.payloads),
        String(size.dead),
        size.table.toFixed(0),
        size.indexes.toFixed(0),
      ])
    }
    await look()
    // As a turn does it: 20 seconds at a time.
    while (!(await retainNotifications(engine, shopId, { now, until: performance.now() + 20_000 })))
      await look()
    await look()
    const busy = received.soFar()
    await received.stop()
    const after = await sizes(office)
    console.log(`\n${rows} notifications\n${table(lines)}`)
    console.log(`autovacuum ran ${after.vacuums - before.vacuums} times`)
    const cells = (all: number[]) => [0.5, 0.95, 0.99].map((at) => quantile(all, at).toFixed(1))
    console.log(
      table([
        ['storing one notification, ms', 'p50', 'p95', 'p99'],
        ['before', ...cells(quiet)],
        ['meanwhile', ...cells(busy)],
      ]),
    )
  })
})

async function sizes({ engine }: TestOffice) {
  const { rows: found } = await engine.db.execute<
    Record<'dead' | 'vacuums' | 'table' | 'indexes', number>
  >(sql`
    SELECT n_dead_tup AS dead, autovacuum_count AS vacuums, (pg_table_size(relid) / 1e6)::float8 AS table, (pg_indexes_size(relid) / 1e6)::float8 AS indexes
    FROM pg_stat_user_tables WHERE relname = 'notifications'`)
  const [size] = found
  if (!size) throw new Error('no table of notifications')
  return size
}

/** Stores a notification every 20 ms, and notes how long each took. */
function receiving({ engine }: TestOffice) {
  const { store } = notificationStore(engine)
  let took: number[] = []
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const started = performance.now()
      await store(notification())
      took.push(performance.now() - started)
      await sleep(20)
    }
  })()
  return {
    soFar: () => {
      const sorted = took.sort((a, b) => a - b)
      took = []
      return sorted
    },
    stop: () => {
      isStopped = true
      return done
    },
  }
}

const notification = (): Received => ({
  shopId,
  hook: 'notification',
  body: randomBytes(1200),
  cardTokensSealed: null,
  hasCardNumber: false,
  fingerprint: randomBytes(32),
  headers: {},
  receivedAt: new Date(),
  sourceAddress: '192.0.2.1',
  answer: null,
  signature: 'verified',
  credentials: 'matched',
  authenticity: 'signature',
  network: 'any',
})
