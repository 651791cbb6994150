import { beforeEach, expect, it } from 'vitest'
import { dismissAlert, listAlerts } from '../../../alerts/server/list'
import { alerts } from '../../../alerts/server/tables'
import { checkoutDetail } from '../../../checkouts/server/read'
import { checkouts } from '../../../checkouts/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { opened } from '@/lib/testing/opened'
import { activity } from '../../../core/server/tables/requests'
import { customerDetail } from '../../../customers/server/reading/read'
import { customerLinks, customers } from '../../../customers/server/tables'
import { customersOf } from '../../../customers/server/testing'
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
    expect(await openAlerts()).toEqual(['payment_differs'])
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

  it('stay accepted after a dispute that was won', async () => {
    const made = await checkout()
    await here.notify(transaction({ ...vendor(made), amount: 850 }))
    await acceptPayment(office.context, 'p', { accepted: true })
    const chargeback = { uid: 'c', type: 'chargeback', parent_uid: 'p', amount: 850 }
    await here.notify(transaction({ ...chargeback, status: 'pending' }))
    expect(await read(made)).toMatchObject({ state: 'disputed' })
    await here.notify(transaction({ ...chargeback, status: 'failed' }))
    expect(await read(made)).toMatchObject({
      state: 'paid',
      payments: [{ difference: 'too_little', accepted_by: 'owner' }],
    })
    expect(await openAlerts()).toEqual([])
  })

  it('that pay the same twice ask for a look', async () => {
    const made = await checkout()
    await here.notify(transaction(vendor(made)))
    await here.notify(transaction({ ...vendor(made), uid: 'q', created_at: '2026-11-20T10:05:00Z' }))
    expect(await attention()).toMatchObject({ items: [{ uid: 'q', difference: 'paid_again' }] })
    expect(await read(made)).toMatchObject({ state: 'paid' })
  })

  it('that pay again what a person accepted ask for a look, also if they came before', async () => {
    const made = await checkout()
    await here.notify(transaction({ ...vendor(made), amount: 850 }))
    await acceptPayment(office.context, 'p', { accepted: true })
    await here.notify(transaction({ ...vendor(made), uid: 'q', created_at: '2026-11-20T10:05:00Z' }))
    expect(await attention()).toMatchObject({ items: [{ uid: 'q', difference: 'paid_again' }] })
    expect(await openAlerts()).toEqual(['payment_differs'])
    await acceptPayment(office.context, 'p', { accepted: false })
    expect(await attention()).toMatchObject({ items: [{ uid: 'p', difference: 'too_little' }] })
    await acceptPayment(office.context, 'p', { accepted: true })
    expect(await attention()).toMatchObject({ items: [{ uid: 'q', difference: 'paid_again' }] })
    expect(await openAlerts()).toEqual(['payment_differs'])
    expect(await read(made)).toMatchObject({ state: 'paid' })
  })

  it('pay a checkout whose test payment a person accepted', async () => {
    const made = await checkout()
    await here.notify(transaction({ ...vendor(made), test: true }))
    await acceptPayment(office.context, 'p', { accepted: true })
    await here.notify(transaction({ ...vendor(made), uid: 'q', created_at: '2026-11-20T10:05:00Z' }))
    expect(await attention()).toMatchObject({ total: 0 })
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

  it('leave no alert behind when a chargeback was told before the capture that it refers to', async () => {
    await here.notify(transaction({ uid: 'c', type: 'chargeback', parent_uid: 'k' }))
    expect(await openAlerts()).toEqual(['chargeback'])
    await here.notify(transaction({ uid: 'k', type: 'capture', parent_uid: 'a' }))
    const { items } = await listPayments(office.context, paymentListQuery.parse({}))
    expect(items).toMatchObject([{ uid: 'a', state: 'disputed' }])
    expect(await openAlerts()).toEqual(['chargeback'])
    await here.notify(transaction({ uid: 'c', type: 'chargeback', parent_uid: 'k', status: 'failed', updated_at: '2026-11-22T10:00:00Z' })) // prettier-ignore
    expect(await openAlerts()).toEqual([])
  })

  it.each([
    ['payment', 'capture'],
    ['capture', 'payment'],
  ])('keep their family when a later notification makes a %s a %s', async (first, then) => {
    const said = { uid: 'k', amount: 900 }
    await here.notify(transaction({ uid: 'a', type: 'authorization' }))
    await here.notify(transaction({ ...said, type: first, parent_uid: 'a' }))
    await here.notify(transaction({ uid: 'r', type: 'refund', parent_uid: 'k', amount: 400 }))
    // It leaves out what it refers to.
    await here.notify(transaction({ ...said, type: then, updated_at: '2026-11-20T11:00:00Z' }))
    const { items } = await listPayments(office.context, paymentListQuery.parse({ sort: 'at' }))
    const found = items.map(({ uid, state, held, paid, refunded }) => [uid, state, held, paid, refunded])
    expect(found).toEqual(
      then === 'capture'
        ? [['a', 'partly_refunded', 900, 900, 400]]
        : [
            ['a', 'authorized', 900, 0, 0],
            ['k', 'partly_refunded', 0, 900, 400],
          ],
    )
  })

  it('raise another alert when more is charged back after one was dismissed', async () => {
    await here.notify(transaction())
    const back = (uid: string, amount: number) =>
      here.notify({ uid, type: 'chargeback', status: 'successful', amount, currency: 'EUR', parent_uid: 'p' })
    const open = async () => (await listAlerts(office.context)).open
    await back('c1', 300)
    const [first] = await open()
    expect(first).toMatchObject({ kind: 'chargeback', detail: { amount: 300 } })
    await dismissAlert(office.context, first?.id ?? '')
    await here.notify({ uid: 'c1', type: 'chargeback', status: 'successful', amount: 300, currency: 'EUR', parent_uid: 'p', message: 'again' }) // prettier-ignore
    expect(await open()).toEqual([])
    await back('c2', 400)
    await back('c3', 100)
    expect(await open()).toMatchObject([{ kind: 'chargeback', detail: { amount: 800 } }])
  })
})
