import 'server-only'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { secretKey, secretKeyContext } from '@/lib/core/server/shop/load'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships } from '@/lib/core/server/tables/users'
import type { TestApplication } from '@/lib/testing/application'
import { makeHistories } from '../server/ledger/testing-histories'
import type { Truth } from '../server/ledger/testing-truth'
import { randomNumbers } from '../../../scripts/lib/random-numbers.mjs'

/** Payments of each shop. */
const count = Number(process.env.YEAR_PAYMENTS ?? 80)
export const isLarge = count > 1000
const connections = 8

/** For tests: the shop that is added to the sandbox shop. */
export const live = 'live-shop'

type Post = { hook: string; authorization: string; body: string }

/**
 * For tests: sends a year of payments to each of two shops: shuffled, a tenth of it again. Returns the truth of each
 * shop once all of it is processed.
 */
export async function sendYears(app: TestApplication): Promise<Map<string, Truth[]>> {
  await addLiveShop(app)
  const { hookKey } = app.owner.shop
  const sandboxYear = yearOf(app, { shop: 'sandbox', hookKey, isLive: false, seed: 51 })
  const liveYear = yearOf(app, { shop: live, hookKey: `key-of-${live}`, isLive: true, seed: 52 })
  const posts = [...sandboxYear.posts, ...liveYear.posts]
  const random = randomNumbers(99)
  const again = posts.filter(() => random() < 0.1)
  await send(app, shuffled([...posts, ...again], random))
  return new Map([
    ['sandbox', sandboxYear.truths],
    [live, liveYear.truths],
  ])
}

/** A second shop that receives, with payments of the same UIDs. Test cards do not count in it. */
async function addLiveShop({ engine, owner }: TestApplication) {
  const [row] = await engine.db
    .select()
    .from(shops)
    .where(sql`id = ${owner.shop.id}`)
  if (!row) throw new Error('no shop')
  await engine.db.insert(shops).values({
    ...row,
    id: live,
    name: live,
    mode: 'live',
    hookKey: `key-of-${live}`,
    secretKeySealed: engine.sealer.seal(secretKey(owner), secretKeyContext(live)),
  })
  await engine.db.insert(memberships).values({ shopId: live, userId: owner.actor.userId, role: 'owner' })
}

function yearOf(
  { url, owner }: TestApplication,
  { shop, hookKey, isLive, seed }: { shop: string; hookKey: string; isLive: boolean; seed: number },
) {
  const { rows, truths } = makeHistories(shop, {
    seed,
    count,
    start: '2025-01-02T00:00:00Z',
    days: 355,
    isLive,
    hasOdd: true,
  })
  const uidOf = (text: string) => text.replaceAll(`pay-${seed}-`, 'pay-')
  const basic = (secret: string) =>
    `Basic ${Buffer.from(`${owner.shop.gatewayShopId}:${secret}`).toString('base64')}`
  const posts = rows.map(({ body, authenticity }) => ({
    hook: `${url}/api/hooks/${hookKey}/notification`,
    authorization: basic(authenticity === 'unverified' ? 'a guess' : secretKey(owner)),
    body: uidOf(String(body)),
  }))
  return { posts, truths: truths.map((truth) => ({ ...truth, uid: uidOf(truth.uid) })) }
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

/** Posts over several connections, and waits until all of it is processed. */
async function send({ engine }: TestApplication, posts: readonly Post[]) {
  const left = [...posts]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let post = left.pop(); post; post = left.pop()) {
        const { hook, authorization, body } = post
        const { status } = await fetch(hook, { method: 'POST', headers: { authorization }, body })
        expect(status).toBe(200)
      }
    }),
  )
  const received = performance.now()
  for (;;) {
    const { rows } = await engine.db.execute(
      sql`SELECT 1 FROM notifications WHERE processed_at IS NULL LIMIT 1`,
    )
    if (rows.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  if (!isLarge) return
  const seconds = (to: number) => ((to - began) / 1000).toFixed(0)
  process.stdout.write(
    `${posts.length} notifications of ${count * 2} payments: received in ${seconds(received)} s, processed after ${seconds(performance.now())} s\n`,
  )
}

export type Counted = Truth['counts'][number]['as']

/** For tests: the year that lists and reports query. */
export const period = { from: '2025-01-01', to: '2025-12-31' }

/** For tests: in the order in which rows are compared. */
export const byUid = <Row extends { uid: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))

const formats = new Map<string, Intl.DateTimeFormat>()
/** The calendar day in a time zone. Uses Intl, so that the test does not share code with the report. */
function dayIn(zone: string, at: Date): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  formats.set(zone, format)
  return format.format(at)
}

/** For tests: what counts within the period's days of the zone. */
export const countsOf = (truths: readonly Truth[], zone: string) =>
  truths
    .flatMap(({ counts }) => counts.map((one) => ({ ...one, day: dayIn(zone, one.at) })))
    .filter(({ day }) => day >= period.from && day <= period.to)

function partOf(day: string, by: string): string {
  if (by === 'day') return day
  if (by === 'month') return `${day.slice(0, 8)}01`
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  const monday = date.toISOString().slice(0, 10)
  return monday < period.from ? period.from : monday
}

export type ReportLine = { currency: string; from: string }
export const byCurrencyAndDay = (a: ReportLine, b: ReportLine) =>
  a.currency + a.from < b.currency + b.from ? -1 : 1

/** For tests: the rows that the report must have. */
export function reportOf(truths: readonly Truth[], zone: string, by: string) {
  const groups = new Map<string, ReturnType<typeof countsOf>>()
  for (const one of countsOf(truths, zone)) {
    const key = `${one.currency} ${partOf(one.day, by)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups]
    .map(([key, counts]) => {
      const [currency = '', from = ''] = key.split(' ')
      const of = (as: Counted) => counts.filter((one) => one.as === as)
      const times = of('paid')
        .map(({ at }) => at.toISOString())
        .toSorted()
      const sum = (as: Counted) => of(as).reduce((total, { amount }) => total + BigInt(amount), 0n)
      return {
        currency, from, payments: of('paid').length, paid: String(sum('paid')), failed: of('failed').length,
        refunds: of('refunded').length, refunded: String(sum('refunded')), chargebacks: of('charged_back').length,
        charged_back: String(sum('charged_back')), net: String(sum('paid') - sum('refunded') - sum('charged_back')),
        first_at: times[0] ?? null, last_at: times.at(-1) ?? null,
      } // prettier-ignore
    })
    .toSorted(byCurrencyAndDay)
}
