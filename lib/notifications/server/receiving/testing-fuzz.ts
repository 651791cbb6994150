import 'server-only'
import { createHash } from 'node:crypto'
import { isNull, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import type { Shop } from '../../../core/server/context'
import { shops } from '../../../core/server/tables/shops'
import { singleton } from '../../../db/singleton'
import { mirrorProducts } from '../../../products/server/mirror/mirror'
import type { TestOffice } from '../../../testing/office'
import { otherShop } from '../../../testing/shops/other-shop'
import { processLeftBehind } from '../interpreting/backlog'
import { receiveNotification, receiveVerification } from './receive'
import { notifications } from '../tables'
import { cardNumbers, tokenMark } from '../redaction/testing-cards'
import { caseOf, fuzzPublicKey, type Case } from '../redaction/testing-cases'

type FuzzOptions = {
  seed: number
  cases: number
  longShare: number
  /** Wraps the requests of each batch, so that making them is not measured. */
  measured?: (requests: () => Promise<void>) => Promise<void>
  progress?: (done: number) => void | Promise<void>
}

const batchSize = 500
const connections = 32
/** Every tenth batch is sent all at once, without lengths. */
const burstEvery = 10

type Shops = { believed: Shop; quarantined: Shop }
type Seen = { accepted: Map<string, number>; answers: Map<number, number> }

/**
 * For tests: posts generated requests through the real verbs and counts the answers by status.
 * @throws with seed and case number if an answer is wrong or missing
 */
export async function fuzz(office: TestOffice, options: FuzzOptions): Promise<Map<number, number>> {
  const both = await prepare(office)
  const before = await stateOf(office, both.quarantined.id)
  const seen: Seen = { accepted: new Map(), answers: new Map() }
  const { seed, cases, longShare, measured = (requests) => requests() } = options
  for (let from = 0; from < cases; from += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, cases - from) }, (_, n) =>
      caseOf(seed, from + n, longShare),
    )
    const isBurst = (from / batchSize) % burstEvery === burstEvery - 1
    await measured(() => postAll(batch, { both, seen, seed, isBurst }))
    await allProcessed(office)
    await options.progress?.(from + batch.length)
  }
  expect(singleton('notifications-waiting').peek(), `seed ${seed}: room is given back`).toEqual({
    bytes: 0,
    bodies: 0,
  })
  await checkRows(office, seen, seed)
  await checkSecrets(office, seed)
  await checkQuarantine(office)
  expect(await stateOf(office, both.quarantined.id), `seed ${seed}: quarantine changes nothing`).toEqual(
    before,
  )
  return seen.answers
}

/** Makes two shops with a product and a checkout to match. One gets only quarantined notifications. */
async function prepare(office: TestOffice): Promise<Shops> {
  const make = async (id: string) => {
    const shop = await office.insertShop(id, fuzzPublicKey)
    const context = { ...office.context, shop }
    const request = { order: { amount: 1250, currency: 'EUR', tracking_id: 'order-known' } }
    await checkoutsOf({ engine: office.engine, context }).insert(request, { token: 'payment-token-known' })
    const product = { id: 'prd_ab12', name: 'Paper', amount: 1250, currency: 'EUR' }
    await mirrorProducts(office.engine.db, id, [product] as never, new Date())
    return shop
  }
  const both = { believed: await make('fuzz-believed'), quarantined: await make('fuzz-quarantined') }
  await office.engine.db
    .update(shops)
    .set({ verificationPolicy: 'known' })
    .where(sql`id = ${both.believed.id}`)
  return both
}

type Posting = { both: Shops; seen: Seen; seed: number; isBurst: boolean }

async function postAll(batch: Case[], posting: Posting): Promise<void> {
  const waiting = [...batch]
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await post(one, posting)
  }
  await Promise.all(Array.from({ length: posting.isBurst ? batch.length : connections }, work))
}

async function post(one: Case, { both, seen, seed, isBurst }: Posting): Promise<void> {
  const key = one.key in both ? both[one.key as keyof Shops].hookKey : one.key
  const headers = { ...one.headers }
  if (isBurst && one.status === 200) delete headers['content-length']
  const init = { method: 'POST', headers, body: new Uint8Array(one.body), duplex: 'half' } as RequestInit
  const named = `seed ${seed}, case ${one.number}`
  const verb = one.hook === 'notification' ? receiveNotification : receiveVerification
  let answer: Response
  try {
    answer = await verb(key, new Request('http://localhost/hook', init))
    await answer.text()
  } catch (error) {
    throw new Error(`${named}: thrown`, { cause: error })
  }
  const { status } = answer
  seen.answers.set(status, (seen.answers.get(status) ?? 0) + 1)
  if (status !== one.status) {
    if (!isBurst || status !== 503 || one.status === 404)
      throw new Error(`${named}: ${status} where ${one.status} is due`)
    expect(answer.headers.get('retry-after'), named).toMatch(/^\d+$/)
  }
  if (status !== 200) return
  const row = rowKey(
    both[one.key as keyof Shops].id,
    one.hook,
    one.grade,
    createHash('sha256').update(one.body).digest(),
  )
  seen.accepted.set(row, (seen.accepted.get(row) ?? 0) + 1)
}

const rowKey = (shopId: string, hook: string, grade: string, fingerprint: Buffer): string =>
  `${shopId} ${hook} ${grade} ${fingerprint.toString('base64')}`

/** Runs the sweep beside the queue in memory, which cannot hold all. Either may process a notification. */
async function allProcessed({ engine, context: { log } }: TestOffice): Promise<void> {
  for (let round = 0; ; round++) {
    const left = await engine.db.$count(notifications, isNull(notifications.processedAt))
    if (left === 0) return
    // Failures stay, and another round would fail, too.
    expect(round, `${left} cannot be processed`).toBeLessThan(5)
    await processLeftBehind({ engine, log }, 0)
  }
}

type Row = { shop: string; hook: string; grade: string; count: number; fingerprint: Buffer; flagged: boolean }

/** Checks that each request answered with 200 counts on the row of its bytes and evidence, without any other rows. */
async function checkRows({ engine }: TestOffice, { accepted }: Seen, seed: number): Promise<void> {
  const { rows } = await engine.db
    .execute<Row>(sql`SELECT shop_id AS shop, hook, authenticity AS grade, delivery_count AS count,
    fingerprint, has_card_number OR fingerprint = sha256(convert_to(E'masked \\n', 'UTF8') || body) AS flagged
    FROM notifications WHERE shop_id <> ${otherShop}`)
  // The hash of a row with a card number or a security code differs, so only the sum of those is checked.
  let flagged = 0
  let wrong = 0
  const left = new Map(accepted)
  for (const { shop, hook, grade, count, fingerprint, flagged: isFlagged } of rows) {
    if (isFlagged) {
      flagged += count
      continue
    }
    const key = rowKey(shop, hook, grade, fingerprint)
    if (left.get(key) !== count) wrong += 1
    left.delete(key)
  }
  const leftOver = [...left.values()].reduce((sum, count) => sum + count, 0)
  expect({ wrong, leftOver }, `seed ${seed}: rows as they were answered`).toEqual({
    wrong: 0,
    leftOver: flagged,
  })
}

const spaced = cardNumbers.map((number) => number.split('').join('[ .\\u00a0\\u200b\\u2013-]?')).join('|')
/** Digits beside it would make it another number. */
const secret = new RegExp(`${tokenMark}|(?<!\\d)(?:${spaced})(?!\\d)`)

/** Checks that no full card number and no card token is stored anywhere, plain or escaped. */
async function checkSecrets(office: TestOffice, seed: number): Promise<void> {
  const { db } = office.engine
  const tables = await db.execute<{
    name: string
  }>(sql`SELECT DISTINCT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'shop_id'`)
  for (const { name } of tables.rows) {
    for (let offset = 0; ; offset += 500) {
      const { rows } = await db.execute<{ row: string; body: Buffer | null }>(
        name === 'notifications'
          ? sql`SELECT to_jsonb(n) - 'body' - 'fingerprint' AS row, body FROM notifications n ORDER BY shop_id, id LIMIT 500 OFFSET ${offset}`
          : sql`SELECT to_jsonb(t) AS row, NULL AS body FROM ${sql.identifier(name)} t LIMIT 500 OFFSET ${offset}`,
      )
      for (const { row, body } of rows) {
        const text = `${JSON.stringify(row)} ${unescaped(body?.toString('latin1') ?? '')}`
        const [found] = secret.exec(text) ?? []
        if (found) throw new Error(`seed ${seed}: ${name} holds ${found}: ${text.slice(0, 3000)}`)
      }
      if (rows.length < 500) break
    }
  }
  expect(office.logged(), `seed ${seed}: the log`).not.toMatch(secret)
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\u00([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/** Checks that nothing is linked to, counted or kept of quarantined notifications and verification requests. */
async function checkQuarantine({ engine }: TestOffice): Promise<void> {
  const { rows } = await engine.db.execute(sql`
    WITH apart AS (SELECT * FROM notifications
      WHERE shop_id <> ${otherShop} AND (authenticity = 'unverified' OR hook = 'verification'))
    SELECT (SELECT count(*) FROM apart WHERE authenticity = 'unverified' AND (product_id IS NOT NULL OR checkout_id IS NOT NULL)) AS linked,
      (SELECT count(*) FROM apart JOIN customer_links l ON l.shop_id = apart.shop_id AND l.notification_id = apart.id) AS customers,
      (SELECT count(*) FROM apart JOIN transaction_states s ON s.shop_id = apart.shop_id AND s.notification_id = apart.id) AS counted,
      (SELECT count(*) FROM apart JOIN card_tokens t ON t.shop_id = apart.shop_id AND t.notification_id = apart.id) AS cards`)
  expect(rows).toEqual([{ linked: 0, customers: 0, counted: 0, cards: 0 }])
}

/** Returns all that the shop has, except what it received, as one text per table. */
async function stateOf({ engine }: TestOffice, shopId: string): Promise<Record<string, string>> {
  const { rows: tables } = await engine.db.execute<{
    name: string
  }>(sql`SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'shop_id'
      AND table_name NOT IN ('notifications', 'notification_deliveries', 'alerts', 'alert_messages') ORDER BY table_name`)
  const state: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await engine.db.execute<{ all: string }>(sql`
      SELECT coalesce(string_agg(t::text, E'\n' ORDER BY t::text), '') AS "all" FROM ${sql.identifier(name)} t WHERE shop_id = ${shopId}`)
    state[name] = rows[0]?.all ?? ''
  }
  return state
}
