/**
 * Customers: a full sync, then searches through the real handler beside bare statements, and the page of a customer
 * with ten thousand events. On PostgreSQL with BENCH_DATABASE_URL (creates and drops its own database), else on PGlite.
 * BENCH_ROWS: sizes separated by commas (default 1,000,000; on PGlite 100,000). At the end a browser searches in
 * 100,000.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET as getCustomer } from '../../app/api/shops/[shop]/customers/[id]/route'
import { GET as getTimeline } from '../../app/api/shops/[shop]/customers/[id]/timeline/route'
import { GET as listCustomers } from '../../app/api/shops/[shop]/customers/route'
import type { CustomerPage } from '../../lib/customers/schema'
import type { SignedIn } from '../../lib/core/server/auth/actor'
import { linkCustomers } from '../../lib/customers/server/merging/link'
import { syncCustomers } from '../../lib/customers/server/reading/mirror'
import { freshDatabase } from '../../lib/db/testing'
import { openTestOffice, type TestOffice } from '../../lib/testing/office'
import { ensureBuilt } from '../lib/build/build.mjs'
import { inTurn, quantile, table } from './kit/measure'
import { emptyStorage, printSeen, seeList } from './kit/screen'

let person: SignedIn | null = null
vi.mock('@/lib/core/server/auth/actor', () => ({ signedIn: async () => person }))
vi.mock('../../lib/core/server/auth/actor', () => ({ signedIn: async () => person }))

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const kind = onServer ? 'server' : 'embedded'
const sizes = (process.env.BENCH_ROWS ?? (onServer ? '1000000' : '100000')).split(',').map(Number)

const rounds = 60
/** As in a server that has run for a while. */
const warmUp = 40
const events = 10_000
/** Visits of a browser with an empty cache. */
const visits = 15
/** Targets in milliseconds. */
const target = { search: 50, added: 5, page: 50, keyToRows: 150 }
const shop = 'shop-361'

let gateway: ChildProcess
let url: string
beforeAll(async () => {
  gateway = fork(fileURLToPath(new URL('servers/customers-server.mjs', import.meta.url)))
  const [{ port }] = (await once(gateway, 'message')) as [{ port: number }]
  url = `http://127.0.0.1:${port}`
})
afterAll(() => gateway.disconnect())

describe.each(sizes)('%i customers', (rows) => {
  const title = `${rows.toLocaleString('en')} customers, ${onServer ? 'PostgreSQL' : 'PGlite'}`
  let office: TestOffice
  beforeAll(async () => {
    office = await openTestOffice(kind, url)
    office.context.log.level = 'warn'
    person = office.context.actor
  })
  afterAll(() => office.dispose())

  it('are synced', async () => {
    gateway.send({ rows, changed: 0 })
    await once(gateway, 'message')
    const lines = [['sync', 'seconds', 'rows/s']]
    for (const name of ['first', 'unchanged']) {
      const started = performance.now()
      expect(await syncCustomers(office.context)).toBe('synced')
      const seconds = (performance.now() - started) / 1000
      lines.push([name, seconds.toFixed(1), (rows / seconds).toFixed(0)])
    }
    console.log(`\n${title}\n${table(lines)}`)
    // Prevents a sync during the measurement.
    await office.engine.db.execute(sql`UPDATE syncs SET synced_at = now() + interval '1 day'`)
  })

  it('are found about as fast as the bare statements find them', () => search(office, title))

  it('have pages that do not mind ten thousand events', () => pageOfEvents(office, title))
})

/** Searches for the local part of an e-mail address. */
const looked = {
  what: 'customers',
  field: 'Name, e-mail, phone, ID, card…',
  termOf: ({ email = '' }: Record<string, string>) => email.split('@')[0] ?? '',
} as const

it('are seen by who looks for one of a hundred thousand', async () => {
  await ensureBuilt()
  const rows = Math.min(100_000, ...sizes)
  gateway.send({ rows, changed: 0 })
  await once(gateway, 'message')
  const seen = await seeList(
    await emptyStorage(kind === 'server' ? await freshDatabase() : null),
    url,
    looked,
    visits,
  )
  printSeen(`${rows.toLocaleString('en')} customers, ${onServer ? 'PostgreSQL' : 'PGlite'}`, seen)
  expect(quantile(seen.search, 0.5)).toBeLessThanOrEqual(target.keyToRows)
})

/**
 * Returns typed search terms for an existing customer. `many` and `short` have more hits than are ranked; the other
 * terms without a target also search for similar words.
 */
async function termsOf({ engine }: TestOffice): Promise<Record<string, string>> {
  const { rows } = await engine.db.execute<Record<string, string>>(
    sql`SELECT first_name, last_name, email, phone, external_id, id, ip, city FROM customers ORDER BY id OFFSET 1000 LIMIT 1`,
  )
  const one = rows[0] as Record<string, string>
  const digits = (one.phone ?? '').replace(/\D/g, '')
  const slip = `${one.last_name?.slice(0, 1)}${one.last_name?.[2]}${one.last_name?.[1]}${one.last_name?.slice(3)}`
  return {
    'e-mail': one.email ?? '',
    'part of an e-mail': (one.email ?? '').slice(0, -6),
    phone: `+${digits.slice(0, 2)} (${digits.slice(2, 5)}) ${digits.slice(5, 9)}-${digits.slice(9)}`,
    'national phone': `0${digits.slice(2, 5)} ${digits.slice(5)}`,
    'end of a phone': digits.slice(-6),
    'external ID': one.external_id ?? '',
    ID: one.id ?? '',
    IP: one.ip ?? '',
    'last name, city': `${one.last_name} ${one.first_name} ${one.city}`,
    nobody: 'xylophon quartz',
    slip: `${one.first_name} ${slip} ${one.city}`,
    sound: `${one.first_name} ${one.last_name?.replace(/[aeiou]/g, 'e')} ${one.city}`,
    misheard: `${digits.slice(0, 8)}${(Number(digits[8]) + 1) % 10}${digits.slice(9)}`,
    many: one.first_name ?? '',
    short: 'ma',
    signs: '%_%',
  }
}

async function search(office: TestOffice, title: string) {
  const lines = [['p95 ms (median)', 'bare', 'handler', 'added', 'hits']]
  const failures: string[] = []
  for (const [name, term] of Object.entries(await termsOf(office))) {
    const ask = () => call<CustomerPage>(listCustomers, `?q=${encodeURIComponent(term)}`)
    const page = await ask()
    const where = bareCondition(term)
    const isBroad = ['many', 'short', 'slip', 'sound', 'misheard', 'nobody'].includes(name)
    const samples = await inTurn(
      { bare: () => bare(office, where), handler: ask },
      { rounds: isBroad ? rounds / 3 : rounds, warmUp },
    )
    const [before, after] = [quantile(samples.bare, 0.95), quantile(samples.handler, 0.95)]
    const shown = (sorted: number[]) =>
      `${quantile(sorted, 0.95).toFixed(1)} (${quantile(sorted, 0.5).toFixed(1)})`
    const hits = `${page.total_exact ? '' : 'about '}${page.total}${page.alike ? ' alike' : ''}`
    lines.push([
      `${name}: ${term}`,
      shown(samples.bare),
      shown(samples.handler),
      (after - before).toFixed(1),
      hits,
    ])
    if (isBroad || kind !== 'server' || page.total >= 1_000) continue
    if (after > target.search) failures.push(`${name}: ${after.toFixed(1)} ms`)
    if (after - before > target.added) failures.push(`${name}: +${(after - before).toFixed(1)} ms`)
  }
  report(`${title}, ${rounds} calls of each kind in turn`, lines, failures)
}

function bareCondition(term: string): SQL {
  const digits = /^[+\d][\d ()-]{5,}$/.test(term) ? term.replace(/\D/g, '').replace(/^0+/, '') : null
  const words =
    digits === null
      ? term
          .toLowerCase()
          .normalize('NFD')
          .replace(/\p{Mn}/gu, '')
          .split(' ')
      : [digits]
  const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&')
  return sql.join(
    words.map((word) => sql`search LIKE ${word.length < 3 ? `% ${literal(word)}%` : `%${literal(word)}%`}`),
    sql` AND `,
  )
}

/** Runs a hand-written page and a total up to ten thousand. */
async function bare({ engine }: TestOffice, where: SQL) {
  const whereListed = sql`shop_id = ${shop} AND vanished_at IS NULL AND merged_into IS NULL AND ${where}`
  await Promise.all([
    engine.db
      .execute(sql`SELECT id, first_name, last_name, email, phone, ip, city, country, external_id, created_at,
      first_seen_at, last_paid_at, labels FROM customers WHERE ${whereListed}
      ORDER BY coalesce(created_at, first_seen_at) DESC, id DESC LIMIT 51`),
    engine.db.execute(
      sql`SELECT count(*) FROM (SELECT 1 FROM customers WHERE ${whereListed} LIMIT 10001) counted`,
    ),
  ])
}

async function pageOfEvents(office: TestOffice, title: string) {
  const { db } = office.engine
  const { rows } = await db.execute<{ id: string; email: string }>(
    sql`SELECT id, email FROM customers ORDER BY id OFFSET 2000 LIMIT 1`,
  )
  const { id, email } = rows[0] as { id: string; email: string }
  await db.execute(sql`
    INSERT INTO notifications (shop_id, id, received_at, last_received_at, body, fingerprint, headers, signature,
      credentials, authenticity, processed_at, kind, uid, status, type, amount, currency, email, card_last_4,
      tracking_id, keys, search)
    SELECT ${shop}, gen_random_uuid(), at, at, '{}', decode(md5(n::text), 'hex'), '{}', 'verified', 'matched',
      'signature', at, 'transaction', md5(n::text), CASE WHEN n % 5 = 0 THEN 'failed' ELSE 'successful' END, 'payment',
      n, 'EUR', ${email}, '4242', 'order-' || n, ARRAY['email:' || ${email}::text], ''
    FROM generate_series(1, ${events}::int) n, LATERAL (SELECT now() - make_interval(mins => n) AS at) times`)
  await db.execute(sql`
    INSERT INTO activity (shop_id, id, at, action, subject)
    SELECT ${shop}, gen_random_uuid(), now() - make_interval(mins => n * 3), 'customer.revealed', ${id}
    FROM generate_series(1, ${events / 10}::int) n`)
  await db.transaction((tx) => linkCustomers(tx, shop, [id]))
  await db.execute(sql`ANALYZE notifications, customer_links, activity`)
  const first = await call<{ next_cursor: string }>(getTimeline, '', id)
  let deep = first
  for (let page = 0; page < 50; page++)
    deep = await call(getTimeline, `?cursor=${deep.next_cursor}&limit=100`, id)
  const samples = await inTurn(
    {
      'timeline, first page': () => call(getTimeline, '', id),
      'timeline, after 5,000': () => call(getTimeline, `?cursor=${deep.next_cursor}`, id),
      'details and totals': () => call(getCustomer, '', id),
    },
    { rounds, warmUp },
  )
  const lines = [['p95 ms', 'handler', 'median']]
  const failures: string[] = []
  for (const [name, sorted] of Object.entries(samples)) {
    lines.push([name, quantile(sorted, 0.95).toFixed(1), quantile(sorted, 0.5).toFixed(1)])
    if (kind === 'server' && quantile(sorted, 0.95) > target.page) failures.push(name)
  }
  report(`${title}, a customer with ${events.toLocaleString('en')} payments`, lines, failures)
}

function report(title: string, lines: string[][], failures: string[]) {
  console.log(`\n${title}\n${table(lines)}`)
  if (failures.length > 0) console.log(`MISSED: ${failures.join(', ')}`)
  expect(failures).toEqual([])
}

type Handler = (
  request: Request,
  context: { params: Promise<{ shop: string; id: string }> },
) => Promise<Response>

async function call<Answer>(handler: Handler, query: string, id = ''): Promise<Answer> {
  const request = new Request(`http://localhost/api/shops/${shop}/customers/${id}${query}`)
  const response = await handler(request, { params: Promise.resolve({ shop, id }) })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
