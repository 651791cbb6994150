import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { secretKey, secretKeyContext } from '@/lib/core/server/shop/load'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships } from '@/lib/core/server/tables/users'
import { testEngines } from '@/lib/db/testing'
import { formatMajor, minorUnitExponent } from '@/lib/gateway/minor-units'
import type { Statistics } from '@/lib/overview/schema'
import { testApplication, type TestApplication } from '@/lib/testing/application'
import { stopFillingOtherShop } from '@/lib/testing/other-shop'
import type { PaymentItem, PaymentPage } from '../list'
import type { PaymentReport } from '../report'
import { makeHistories, randomNumbers, type Truth } from '../server/ledger/testing-histories'

/**
 * A year of payments whose truth is known, sent to two shops through the notification address: out of order, repeated
 * and partly forged. List, export, report, overview and their files must say the truth, to the cent. YEAR_PAYMENTS:
 * payments of each shop.
 */
const count = Number(process.env.YEAR_PAYMENTS ?? 80)
const isLarge = count > 1000
const connections = 8

/** Mocked, because the session cookie needs Next's request scope. Everything behind it is real. */
let person: SignedIn | null = null
vi.mock('@/lib/core/server/auth/actor', () => ({ signedIn: async () => person }))

type Post = { hook: string; authorization: string; body: string }
type Counted = Truth['counts'][number]['as']
type Year = { truths: Truth[]; posts: Post[] }

const period = { from: '2025-01-01', to: '2025-12-31' }
const live = 'live-shop'

describe.each(testEngines)('a year of payments, on $kind', ({ kind, available }) => {
  describe.skipIf(!available || (isLarge && kind === 'embedded'))('sent over HTTP', () => {
    const app = testApplication(kind)
    const years = new Map<string, Year>()

    beforeAll(async () => {
      person = app.owner.actor
      if (isLarge) await stopFillingOtherShop(app.engine)
      await addLiveShop(app)
      years.set(
        'sandbox',
        yearOf(app, { shop: 'sandbox', hookKey: app.owner.shop.hookKey, isLive: false, seed: 51 }),
      )
      years.set(live, yearOf(app, { shop: live, hookKey: `key-of-${live}`, isLive: true, seed: 52 }))
      const posts = [...years.values()].flatMap((year) => year.posts)
      const random = randomNumbers(99)
      const again = posts.filter(() => random() < 0.1)
      await send(app, shuffled([...posts, ...again], random))
    }, 3_600_000)

    describe.each(['sandbox', live])('to %s', (shop) => {
      const yearHere = () => {
        const year = years.get(shop)
        if (!year) throw new Error(`nothing sent to ${shop}`)
        return year
      }
      const ask = async (path: string, query: Record<string, string>) => {
        const response = await fetch(
          `${app.url}/api/shops/${shop}/${path}?${new URLSearchParams(query).toString()}`,
        )
        expect([path, response.status]).toEqual([path, 200])
        return response
      }
      const read = async <Body>(path: string, query: Record<string, string>) =>
        (await (await ask(path, query)).json()) as Body
      const file = async (path: string, query: Record<string, string>) =>
        parse<Record<string, string>>(await (await ask(path, query)).text(), { columns: true })
      const major = (minor: string | number, currency: string) =>
        formatMajor(BigInt(minor), minorUnitExponent(currency, app.owner.shop.minorUnits))

      it('is listed as it was', async () => {
        const items: PaymentItem[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const page: PaymentPage = await read('payments', { limit: '200', ...(cursor ? { cursor } : {}) })
          items.push(...page.items)
          cursor = page.next_cursor
        }
        const shown = items.map((item) => ({
          uid: item.uid, state: item.state, type: item.type, currency: item.currency, test: item.test, at: item.at,
          tried: item.tried, held: item.held, paid: item.paid, refunded: item.refunded, charged_back: item.charged_back,
          net: item.net, brand: item.card_brand, last4: item.card_last_4, tracking: item.tracking_id, email: item.email,
        })) // prettier-ignore
        expect(byUid(shown)).toEqual(
          byUid(
            yearHere().truths.map((truth) => ({
              uid: truth.uid, state: truth.state, type: truth.type, currency: truth.currency, test: truth.test,
              at: truth.at.toISOString(), tried: truth.tried, held: truth.held, paid: truth.paid,
              refunded: truth.refunded, charged_back: truth.chargedBack,
              net: truth.paid - truth.refunded - truth.chargedBack, brand: truth.brand, last4: truth.last4,
              tracking: truth.trackingId, email: truth.email,
            })), // prettier-ignore
          ),
        )
      })

      it('is exported as it was', async () => {
        const lines = await file('payments/export', {
          columns: 'uid,state,currency,paid,refunded,charged_back,net,net_price',
        })
        expect(byUid(lines as { uid: string }[])).toEqual(
          byUid(
            yearHere().truths.map(({ uid, state, currency, paid, refunded, chargedBack }) => {
              const net = paid - refunded - chargedBack
              const [paidText, refundedText, backText, netText] = [paid, refunded, chargedBack, net].map(
                String,
              )
              return {
                uid, state, currency, paid: paidText, refunded: refundedText, charged_back: backText, net: netText,
                net_price: major(net, currency),
              } // prettier-ignore
            }),
          ),
        )
      })

      const views = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu'].flatMap((zone) =>
        ['day', 'week', 'month'].map((by) => [zone, by] as const),
      )
      it.each(views)('is reported as it was, in %s by %s, also as a file', async (zone, by) => {
        const truth = reportOf(yearHere().truths, zone, by)
        const query = { ...period, zone, by }
        const { currencies } = await read<PaymentReport>('payments/report', query)
        expect(
          currencies
            .flatMap(({ currency, rows }) => rows.map(({ to: _to, ...row }) => ({ currency, ...row })))
            .toSorted(byCurrencyAndDay),
        ).toEqual(truth)
        const lines = await file('payments/report/export', query)
        expect(lines.map(({ to: _to, ...line }) => line as ReportLine).toSorted(byCurrencyAndDay)).toEqual(
          truth.map(({ payments, failed, refunds, chargebacks, ...row }) => ({
            ...row,
            first_at: row.first_at ?? '',
            last_at: row.last_at ?? '',
            payments: String(payments),
            failed: String(failed),
            refunds: String(refunds),
            chargebacks: String(chargebacks),
            ...Object.fromEntries(
              (['paid', 'refunded', 'charged_back', 'net'] as const).map((name) => [
                name,
                major(row[name], row.currency),
              ]),
            ),
          })),
        )
      })

      it('is in the overview as it was, and each figure leads to what makes it up', async () => {
        const zone = 'Europe/Berlin'
        const { truths } = yearHere()
        for (const currency of new Set(truths.map((truth) => truth.currency))) {
          const counts = countsOf(truths, zone).filter((one) => one.currency === currency)
          const sumOf = (as: Counted) =>
            counts.filter((one) => one.as === as).reduce((sum, { amount }) => sum + amount, 0)
          const numberOf = (as: Counted) => counts.filter((one) => one.as === as).length
          const { now } = await read<Statistics>('statistics', {
            period: 'custom',
            ...period,
            zone,
            currency,
          })
          expect(now).toMatchObject({
            paid: sumOf('paid'), payments: numberOf('paid'), failed: numberOf('failed'),
            refunded: sumOf('refunded'), refunds: numberOf('refunded'),
            charged_back: sumOf('charged_back'), chargebacks: numberOf('charged_back'),
            net: sumOf('paid') - sumOf('refunded') - sumOf('charged_back'),
          }) // prettier-ignore
          for (const counted of ['paid', 'refunded', 'charged_back'] as const) {
            const query = { day_from: period.from, day_to: period.to, zone, currency, counted, limit: '1' }
            const listed = await read<PaymentPage>('payments', query)
            expect(listed.counted).toEqual({
              amount: String(sumOf(counted)),
              transactions: numberOf(counted),
            })
          }
        }
      }, 300_000)
    })
  })
})

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
): Year {
  const { rows, truths } = makeHistories(shop, {
    seed,
    count,
    start: '2025-01-02T00:00:00Z',
    days: 355,
    isLive,
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

const byUid = <Row extends { uid: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))

const formats = new Map<string, Intl.DateTimeFormat>()
/** The day of a zone, worked out by another library than the report uses. */
function dayIn(zone: string, at: Date): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  formats.set(zone, format)
  return format.format(at)
}

/** What counts within the period's days of the zone. */
const countsOf = (truths: readonly Truth[], zone: string) =>
  truths
    .flatMap(({ currency, counts }) => counts.map((one) => ({ ...one, currency, day: dayIn(zone, one.at) })))
    .filter(({ day }) => day >= period.from && day <= period.to)

function partOf(day: string, by: string): string {
  if (by === 'day') return day
  if (by === 'month') return `${day.slice(0, 8)}01`
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  const monday = date.toISOString().slice(0, 10)
  return monday < period.from ? period.from : monday
}

type ReportLine = { currency: string; from: string }
const byCurrencyAndDay = (a: ReportLine, b: ReportLine) =>
  a.currency + a.from < b.currency + b.from ? -1 : 1

function reportOf(truths: readonly Truth[], zone: string, by: string) {
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
