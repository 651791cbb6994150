import { beforeEach, expect, it } from 'vitest'
import { alerts } from '../../../alerts/server/tables'
import { checkoutDetail } from '../../../checkouts/server/read'
import { checkouts } from '../../../checkouts/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { opened } from '@/lib/testing/opened'
import { activity } from '../../../core/server/tables/requests'
import { timelineQuery } from '../../../customers/schema'
import { customerDetail } from '../../../customers/server/reading/detail'
import { mergeCustomer } from '../../../customers/server/merging/merge'
import { customerLinks, customers } from '../../../customers/server/tables'
import { customersOf } from '../../../customers/server/testing'
import { customerTimeline } from '../../../customers/server/reading/timeline'
import { onEachEngine } from '../../../db/testing-engines'
import { notificationListQuery } from '../../../notifications/schema'
import { listNotifications } from '../../../notifications/server/reading/list'
import { notifications } from '../../../notifications/server/tables'
import { statisticsQuery } from '../../../overview/schema'
import { statisticsOf } from '../../../overview/server/statistics'
import { paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { products } from '../../../products/server/tables'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { acceptPayment } from '../accept'
import { listPayments } from '../listing/list'
import { payments, transactionStates } from '../tables'
import { randomNumbers } from './testing-histories'

onEachEngine('payments from notifications', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const clear = async () => {
    await office.clear(
      alerts,
      activity,
      customerLinks,
      notifications,
      payments,
      transactionStates,
      paymentDays,
      paymentQuarters,
      paymentFourHours,
      checkouts,
      customers,
      products,
    )
  }
  beforeEach(clear)

  const transaction = (more: object = {}) => ({
    uid: 'p',
    type: 'payment',
    status: 'successful',
    amount: 900,
    currency: 'EUR',
    customer: { email: 'maria@reader.example' },
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
    ...more,
  })
  const vendor = (id: string) => ({ additional_data: { vendor: { name: 'CTP', token: `token-${id}` } } })
  const checkout = () => checkoutsOf(office).insert()
  const read = (id: string) => checkoutDetail(office.context, id)
  const attention = () => listPayments(office.context, paymentListQuery.parse({ attention: 'true' }))
  const openAlerts = async () =>
    (await office.engine.db.select().from(alerts))
      .filter(({ closedAt }) => closedAt === null)
      .map(({ kind: what }) => what)

  it.each([
    ['one cent of it', { amount: 1 }, 'too_little'],
    ['a cent more', { amount: 901 }, 'too_much'],
    ['another currency', { currency: 'USD' }, 'other_currency'],
    ['a test payment', { test: true }, 'test_payment'],
  ])('do not pay a checkout with %s, until a person accepts it', async (_what, change, difference) => {
    const made = await checkout()
    await here.notify(transaction({ ...vendor(made), ...change }))
    expect(await read(made)).toMatchObject({
      state: 'differs',
      difference,
      payments: [{ state: 'differs', difference }],
    })
    expect(await attention()).toMatchObject({ total: 1, items: [{ uid: 'p', checkout_id: made }] })
    expect(await openAlerts()).toEqual(['payment_differs'])
    const accepted = await acceptPayment(office.context, 'p', { accepted: true })
    expect(accepted).toMatchObject({ state: 'paid', difference, accepted_by: 'owner' })
    expect(await read(made)).toMatchObject({ state: 'paid', difference: null })
    expect(await attention()).toMatchObject({ total: 0 })
    expect(await openAlerts()).toEqual([])
    const rows = await office.engine.db.select().from(activity).where(office.whereShop(activity))
    expect(rows).toMatchObject([{ action: 'payment.accepted', subject: 'p', detail: { difference } }])
    await acceptPayment(office.context, 'p', { accepted: false })
    expect(await read(made)).toMatchObject({ state: 'differs' })
  })

  it('are not accepted for another amount than the one that was seen', async () => {
    const made = await checkout()
    await here.notify(transaction({ ...vendor(made), amount: 1 }))
    await acceptPayment(office.context, 'p', { accepted: true })
    await here.notify(transaction({ ...vendor(made), amount: 2, updated_at: '2026-11-20T11:00:00Z' }))
    expect(await read(made)).toMatchObject({ state: 'differs', payments: [{ paid: 2, accepted_at: null }] })
    await expect(acceptPayment(office.context, 'none', { accepted: true })).rejects.toMatchObject({
      code: 'not_found',
    })
    await here.notify(transaction({ ...vendor(made), amount: 900, updated_at: '2026-11-20T12:00:00Z' }))
    await expect(acceptPayment(office.context, 'p', { accepted: true })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await read(made)).toMatchObject({ state: 'paid' })
  })

  it('without evidence change nothing, whatever they say', async () => {
    const made = await checkout()
    await here.notify(transaction(vendor(made)))
    await here.notify(transaction({ ...vendor(made), amount: 1 }), 'unverified')
    await here.notify(transaction({ uid: 'c', type: 'chargeback', parent_uid: 'p' }), 'unverified')
    expect(await read(made)).toMatchObject({
      state: 'paid',
      payments: [{ state: 'paid', paid: 900, steps: [{ uid: 'p' }] }],
    })
  })

  it('that pay the same twice ask for a look', async () => {
    const made = await checkout()
    await here.notify(transaction(vendor(made)))
    await here.notify(transaction({ ...vendor(made), uid: 'q', created_at: '2026-11-20T10:05:00Z' }))
    expect(await attention()).toMatchObject({ items: [{ uid: 'q', difference: 'paid_again' }] })
    expect(await read(made)).toMatchObject({ state: 'paid' })
  })

  it('of a product are compared with the price at their time', async () => {
    const here2 = office.context.shop.id
    const price = (amount: number, since: string, earlier: unknown[] = []) => ({
      shopId: here2,
      id: 'prd_1',
      name: 'Atlas',
      amount,
      currency: 'EUR',
      priceSince: new Date(since),
      earlierPrices: earlier as never,
      raw: {},
      search: 'atlas',
      firstSeenAt: new Date(),
      syncedAt: new Date(),
    })
    const earlier = {
      amount: 700,
      currency: 'EUR',
      from: '2026-11-01T00:00:00Z',
      until: '2026-11-20T10:30:00Z',
    }
    await office.engine.db.insert(products).values(price(900, '2026-11-20T10:30:00Z', [earlier]))
    const pay = (uid: string, amount: number, created: string) =>
      here.notify(transaction({ uid, amount, created_at: created, additional_data: { product_id: 'prd_1' } }))
    await pay('then', 700, '2026-11-20T10:00:00Z')
    await pay('now', 900, '2026-11-20T11:00:00Z')
    await pay('late', 700, '2026-11-20T11:30:00Z')
    await pay('unknown', 500, '2026-10-01T10:00:00Z')
    const { items } = await listPayments(office.context, paymentListQuery.parse({ product_id: 'prd_1' }))
    expect(items.map(({ uid, state, difference }) => [uid, state, difference])).toEqual([
      ['late', 'differs', 'too_little'],
      ['now', 'paid', null],
      ['then', 'paid', null],
      ['unknown', 'paid', 'not_todays_price'],
    ])
  })

  it('reported again with another amount are listed as differing', async () => {
    await here.notify(transaction())
    await here.notify(transaction({ message: 'again' }))
    await here.notify(transaction({ amount: 100 }))
    const { items } = await listNotifications(office.context, notificationListQuery.parse({}))
    expect(items.map(({ amount, amounts_differ }) => [amount, amounts_differ])).toEqual([
      [100, true],
      [900, true],
    ])
  })

  it('raise an alert when they are disputed, and take the money off everywhere', async () => {
    const made = await checkout()
    const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
    await here.notify(transaction(vendor(made)))
    await here.notify({ uid: 'c', type: 'chargeback', status: 'successful', amount: 900, currency: 'EUR', parent_uid: 'p', created_at: '2026-11-21T10:00:00Z' }) // prettier-ignore
    expect(await openAlerts()).toEqual(['chargeback'])
    expect(await read(made)).toMatchObject({ state: 'disputed' })
    expect((await customerDetail(office.context, maria)).totals).toMatchObject([
      { paid: 900, charged_back: 900, chargebacks: 1, net: 0 },
    ])
    const query = statisticsQuery.parse({ period: 'custom', from: '2026-11-19', to: '2026-11-22' })
    expect((await statisticsOf(office.context, query, new Date('2026-11-23T00:00:00Z'))).now).toMatchObject({
      paid: 900,
      charged_back: 900,
      net: 0,
    })
  })

  it('give the same page, totals and overview in any order, with repetitions and merges', async () => {
    const random = randomNumbers(11)
    const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
    const emails = ['a@x.example', 'b@x.example']
    const history: Record<string, unknown>[] = []
    for (let n = 0; n < 12; n++) {
      const start = Date.parse('2026-11-01T00:00:00Z') + n * 3_600_000
      const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString()
      const common = { uid: `p-${n}`, currency: one(['EUR', 'JPY']), customer: { email: one(emails) } }
      const type = one(['payment', 'payment', 'authorization'])
      const states = one([['incomplete', 'successful'], ['successful'], ['failed'], ['incomplete', 'failed']])
      states.forEach((status, step) =>
        history.push({
          ...common,
          type,
          status,
          amount: 1000 + n,
          created_at: at(0),
          updated_at: at(step),
        }),
      )
      for (const [step, kindOf] of one([
        [],
        ['refund'],
        ['refund', 'refund'],
        ['chargeback'],
        ['capture', 'refund'],
      ]).entries())
        history.push({
          uid: `p-${n}-${step}`,
          parent_uid: `p-${n}`,
          type: kindOf,
          status: one(['successful', 'successful', 'failed', 'incomplete']),
          amount: one([1, 300, 1000 + n]),
          currency: common.currency,
          created_at: at(5 + step),
          updated_at: at(6 + step),
        })
    }
    const shuffled = (times: number) =>
      Array.from({ length: times }, () => history)
        .flat()
        .map((said) => ({ said, place: random() }))
        .sort((a, b) => a.place - b.place)
        .map(({ said }) => said)
    const pageAfter = async (said: Record<string, unknown>[], isMergedFirst: boolean) => {
      await clear()
      const [a = '', b = ''] = await here.insert(...emails.map((email) => ({ email })))
      if (isMergedFirst) await mergeCustomer(office.context, a, b)
      for (const [place, body] of said.entries()) await here.notify({ ...body, message: `m-${place}` })
      if (!isMergedFirst) await mergeCustomer(office.context, a, b)
      const { items } = await customerTimeline(
        office.context,
        a,
        timelineQuery.parse({ kind: 'payment', limit: 100 }),
      )
      const query = statisticsQuery.parse({ period: 'custom', from: '2026-10-30', to: '2026-11-10' })
      const statistics = await Promise.all(
        ['EUR', 'JPY'].map((currency) =>
          statisticsOf(office.context, { ...query, currency }, new Date('2026-11-23T00:00:00Z')),
        ),
      )
      return {
        entries: items.map(({ at, ...entry }) => {
          if (entry.kind !== 'payment') return entry
          const { uid, state, paid, refunded, charged_back, net, steps } = entry
          return { uid, at, state, paid, refunded, charged_back, net, steps: steps.map(({ uid: of, status, amount, at: when }) => [of, status, amount, when]) } // prettier-ignore
        }),
        totals: (await customerDetail(office.context, a)).totals,
        overview: statistics.map(({ now }) => now),
      }
    }
    const first = await pageAfter(shuffled(1), true)
    expect(first.entries).toHaveLength(12)
    expect(await pageAfter(history.toReversed(), false)).toEqual(first)
    expect(await pageAfter(shuffled(2), true)).toEqual(first)
    // The page and the overview agree to the cent.
    for (const [place, currency] of ['EUR', 'JPY'].entries()) {
      const total = first.totals.find((one_) => one_.currency === currency)
      const { paid, payments: count, failed, refunded, charged_back, net } = first.overview[place]!
      expect(total).toMatchObject({ paid, payments: count, failed, refunded, charged_back, net })
    }
    expect(await office.engine.db.$count(payments, office.whereShop(payments))).toBe(12)
  }, 180_000)
})
