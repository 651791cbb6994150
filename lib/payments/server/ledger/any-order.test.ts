import { beforeAll, expect, it } from 'vitest'
import { opened } from '@/lib/testing/opened'
import { timelineQuery } from '../../../customers/schema'
import { mergeCustomer } from '../../../customers/server/merging/merge'
import { customerDetail } from '../../../customers/server/reading/read'
import { customerTimeline } from '../../../customers/server/reading/timeline'
import { customerLinks, customers } from '../../../customers/server/tables'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { notifications } from '../../../notifications/server/tables'
import { statisticsQuery } from '../../../overview/schema'
import { statisticsOf } from '../../../overview/server/statistics'
import { paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { testOffice } from '../../../testing/office'
import { payments, transactionStates } from '../tables'
import { randomNumbers } from '@/scripts/lib/random-numbers.mjs'

type Body = Record<string, unknown>

const random = randomNumbers(11)
const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
const emails = ['a@x.example', 'b@x.example']
const currencies = ['EUR', 'JPY']
const paymentCount = 12

/** Everything that is said of one payment: its own states, then what was done with it. */
function saidOf(n: number): Body[] {
  const start = Date.parse('2026-11-01T00:00:00Z') + n * 3_600_000
  const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString()
  const [uid, amount, currency] = [`p-${n}`, 1000 + n, one(currencies)]
  const payment = { uid, amount, currency, customer: { email: one(emails) }, created_at: at(0) }
  const type = one(['payment', 'payment', 'authorization'])
  const states = one([['incomplete', 'successful'], ['successful'], ['failed'], ['incomplete', 'failed']])
  const later = one([[], ['refund'], ['refund', 'refund'], ['chargeback'], ['capture', 'refund']])
  return [
    ...states.map((status, step) => ({ ...payment, type, status, updated_at: at(step) })),
    ...later.map((kindOf, step) => ({
      uid: `${uid}-${step}`,
      parent_uid: uid,
      type: kindOf,
      status: one(['successful', 'successful', 'failed', 'incomplete']),
      amount: one([1, 300, amount]),
      currency,
      created_at: at(5 + step),
      updated_at: at(6 + step),
    })),
  ]
}

const history = Array.from({ length: paymentCount }, (_, n) => saidOf(n)).flat()

const shuffled = (bodies: readonly Body[]): Body[] =>
  bodies
    .map((body) => ({ body, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ body }) => body)

onEachEngine('payments of two customers who are merged', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const clear = () =>
    office.clear(
      customerLinks,
      notifications,
      payments,
      transactionStates,
      paymentDays,
      paymentQuarters,
      paymentFourHours,
      customers,
    )

  async function entriesOf(id: string) {
    const query = timelineQuery.parse({ kind: 'payment', limit: 100 })
    const { items } = await customerTimeline(office.context, id, query)
    return items.map(({ at, ...entry }) => {
      if (entry.kind !== 'payment') return entry
      const { uid, state, paid, refunded, charged_back, net, steps } = entry
      const told = steps.map(({ uid: of, status, amount, at: when }) => [of, status, amount, when])
      return { uid, at, state, paid, refunded, charged_back, net, steps: told }
    })
  }
  async function overview() {
    const query = statisticsQuery.parse({ period: 'custom', from: '2026-10-30', to: '2026-11-10' })
    const now = new Date('2026-11-23T00:00:00Z')
    const all = await Promise.all(
      currencies.map((currency) => statisticsOf(office.context, { ...query, currency }, now)),
    )
    return all.map((statistics) => statistics.now)
  }
  /** What people see after these notifications. */
  async function seenAfter(bodies: readonly Body[], { isMergedFirst }: { isMergedFirst: boolean }) {
    await clear()
    const [a = '', b = ''] = await here.insert(...emails.map((email) => ({ email })))
    if (isMergedFirst) await mergeCustomer(office.context, a, b)
    for (const [place, body] of bodies.entries()) await here.notify({ ...body, message: `m-${place}` })
    if (!isMergedFirst) await mergeCustomer(office.context, a, b)
    return {
      entries: await entriesOf(a),
      totals: (await customerDetail(office.context, a)).totals,
      overview: await overview(),
      stored: await office.engine.db.$count(payments, office.whereShop(payments)),
    }
  }

  let seen: Awaited<ReturnType<typeof seenAfter>>
  beforeAll(async () => {
    seen = await seenAfter(shuffled(history), { isMergedFirst: true })
  }, 60_000)

  it('are each stored and listed once', () => {
    expect([seen.stored, seen.entries.length]).toEqual([paymentCount, paymentCount])
  })

  it.each(currencies)('have totals that equal the overview: %s', (currency) => {
    const {
      paid,
      payments: count,
      failed,
      refunded,
      charged_back,
      net,
    } = seen.overview[currencies.indexOf(currency)]!
    expect(seen.totals.find((total) => total.currency === currency)).toMatchObject({
      paid,
      payments: count,
      failed,
      refunded,
      charged_back,
      net,
    })
  })

  it('look the same where the last notification comes first, before the customers are merged', async () => {
    expect(await seenAfter(history.toReversed(), { isMergedFirst: false })).toEqual(seen)
  }, 60_000)

  it('look the same where each notification comes twice, in another order', async () => {
    expect(await seenAfter(shuffled([...history, ...history]), { isMergedFirst: true })).toEqual(seen)
  }, 60_000)
})
