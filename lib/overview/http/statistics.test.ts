import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { CheckoutDetail, CheckoutPage } from '@/lib/checkouts/schema'
import type { DemoPayment, FirstSteps, Statistics, UnpaidCheckouts } from '@/lib/overview/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '@/lib/testing/browser'
import { opened } from '@/lib/testing/opened'
import { checkouts } from '@/lib/checkouts/server/tables'
import { payments, transactionStates } from '@/lib/payments/server/tables'
import { paymentDays, paymentQuarters } from '@/lib/overview/server/tables'
import { memberships, users } from '@/lib/core/server/tables/users'
import { products } from '@/lib/products/server/tables'
import { shops } from '@/lib/core/server/tables/shops'
import { eventually } from '@/lib/testing/eventually'
import { checkoutClient } from '../../testing/checkouts'
import { testApplication } from '../../testing/application'

/** A zone where it is about noon, so that a minute ago is always today. */
const zoneAtNoon = () => {
  const behind = new Date().getUTCHours() - 12
  return behind === 0 ? 'UTC' : `Etc/GMT${behind > 0 ? '+' : ''}${behind}`
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

onEachEngine('the overview over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))
  beforeEach(async () => {
    browser.person = app.owner.actor
    await app.clear(payments, transactionStates, paymentQuarters, paymentDays)
  })

  const call = apiOf(app)
  const ask = async (query = '') => (await call<Statistics>('GET', `/statistics${query}`)).body
  const notifyAll = async (...transactions: Record<string, unknown>[]) => {
    for (const transaction of transactions)
      await client.notify({
        transaction: {
          uid: crypto.randomUUID(),
          type: 'payment',
          status: 'successful',
          amount: 1000,
          currency: 'EUR',
          created_at: minutesAgo(1),
          paid_at: minutesAgo(1),
          ...transaction,
        },
      })
    await eventually(async () => {
      const states = await app.engine.db.$count(transactionStates, app.whereShop(transactionStates))
      expect(states).toBeGreaterThanOrEqual(
        new Set(transactions.map(({ uid }) => uid ?? crypto.randomUUID())).size,
      )
    })
  }

  it('has nothing where nothing was paid', async () => {
    expect(await ask('?zone=Europe/Berlin')).toMatchObject({
      currency: null,
      currencies: [],
      zone: 'Europe/Berlin',
      days: 30,
      now: { paid: 0, payments: 0, success_rate: null, average: null },
      reasons: { items: [] },
      counting: null,
      behind: null,
    })
  })

  it('has payments, success rate and reasons for declines', async () => {
    const card = (brand: string, issuer_country: string) => ({ credit_card: { brand, issuer_country } })
    await notifyAll(
      card('visa', 'DE'),
      { amount: 501, ...card('master', 'PL') },
      { status: 'failed', message: 'Insufficient funds', ...card('visa', 'DE') },
      { status: 'incomplete' },
      { type: 'authorization' },
      { type: 'authorization', status: 'failed', message: 'Do not honour', ...card('visa', 'PL') },
      { type: 'refund', amount: 300 },
      { currency: 'JPY', amount: 12_400 },
    )
    const found = await ask(`?${new URLSearchParams({ period: 'today', zone: zoneAtNoon() })}`)
    expect(found).toMatchObject({
      currency: 'EUR',
      currencies: ['EUR', 'JPY'],
      step: 'hour',
      now: { paid: 1501, payments: 2, failed: 2, average: 751, refunded: 300, refunds: 1 },
      before: { paid: 0, payments: 0, failed: 0, success_rate: null },
      reasons: {
        items: [
          { value: 'Do not honour', failed: 1 },
          { value: 'Insufficient funds', failed: 1 },
        ],
        total: { failed: 2 },
      },
      brands: {
        items: [
          { value: 'master', payments: 1, failed: 0 },
          { value: 'visa', payments: 1, failed: 2 },
        ],
      },
      countries: { items: [{ value: 'DE' }, { value: 'PL' }] },
      products: { items: [] },
    })
    expect(found.now.success_rate).toBeCloseTo(2 / 4)
    expect(found.series.reduce((sum, { paid }) => sum + paid, 0)).toBe(1501)
    expect((await ask('?currency=JPY')).now).toMatchObject({ paid: 12_400, payments: 1 })
    expect((await ask('?currency=USD')).now).toMatchObject({ paid: 0, payments: 0 })
  })

  it('counts a capture under the card of its authorization, and lists it there', async () => {
    const paidAt = { paid_at: '2026-03-10T10:00:00Z' }
    const credit_card = { brand: 'visa', issuer_country: 'DE' }
    await notifyAll(
      { uid: 'capture', type: 'capture', parent_uid: 'authorized', amount: 700, ...paidAt },
      // Arrives later, as it may.
      { uid: 'authorized', type: 'authorization', amount: 1000, credit_card, ...paidAt },
    )
    const days = (to: string) => `?${new URLSearchParams({ period: 'custom', from: '2026-03-10', to })}`
    // A part of a day of UTC is counted from the transactions, whole days from sums.
    for (const zone of ['UTC', 'Asia/Kathmandu']) {
      const { brands, countries } = await ask(`${days('2026-03-11')}&zone=${zone}`)
      expect(brands.items).toMatchObject([{ value: 'visa', paid: 700, payments: 1 }])
      expect(countries.items).toMatchObject([{ value: 'DE', paid: 700, payments: 1 }])
    }
    const list = async (filters: Record<string, string>) =>
      (await call<{ items: { uid: string }[] }>('GET', `/payments?${new URLSearchParams({ counted: 'paid', ...filters })}`)).body.items // prettier-ignore
    expect(await list({ brand: 'visa', country: 'DE' })).toMatchObject([{ uid: 'authorized' }])
    expect(await list({ unknown: 'brand' })).toEqual([])
  })

  it('excludes notifications without evidence, and verification requests', async () => {
    const transaction = { uid: 'forged', type: 'payment', status: 'successful', amount: 1, currency: 'EUR' }
    await client.notify({ transaction }, { trusted: false })
    await notifyAll({ amount: 5 })
    expect((await ask()).now).toMatchObject({ paid: 5, payments: 1 })
  })

  it('names the products that payments are linked to', async () => {
    const make = async (name: string) => {
      const product = {
        name,
        description: 'Laid',
        currency: 'EUR',
        amount: 1,
        infinite: true,
        immortal: true,
      }
      return (await call<{ id: string; name: string }>('POST', '/products', product)).body
    }
    const [one, other] = [await make('Paper'), await make('Ink')]
    const paidFor = (id: string, amount: number) => ({
      amount,
      additional_data: { product_id: id },
    })
    await notifyAll(paidFor(one.id, 100), paidFor(other.id, 900), paidFor('prd_00ff', 50))
    expect((await ask()).products).toMatchObject({
      items: [
        { value: other.id, name: other.name, paid: 900 },
        { value: one.id, name: one.name, paid: 100 },
        { value: 'prd_00ff', name: null, paid: 50 },
      ],
      total: { paid: 1050, payments: 3 },
    })
  })

  it('divides days by the viewer’s clock', async () => {
    await notifyAll({ paid_at: '2026-03-10T18:20:00Z' }, { paid_at: '2026-03-10T18:10:00Z', amount: 7 })
    const day = '?period=custom&from=2026-03-11&to=2026-03-11'
    // 00:05, and 23:55 of the day before.
    expect((await ask(`${day}&zone=Asia/Kathmandu`)).now).toMatchObject({ paid: 1000, payments: 1 })
    expect((await ask(`${day}&zone=UTC`)).now).toMatchObject({ payments: 0 })
    const both = await ask('?period=custom&from=2026-03-10&to=2026-03-11&zone=Asia/Kathmandu&step=day')
    expect(both.series.map(({ at, paid }) => [at, paid])).toEqual([
      ['2026-03-09T18:15:00.000Z', 7],
      ['2026-03-10T18:15:00.000Z', 1000],
    ])
    expect(both.brands.total).toMatchObject({ paid: 1007, payments: 2 })
  })

  it('compares with as many days before', async () => {
    await notifyAll(
      { paid_at: '2026-03-10T10:00:00Z', amount: 300 },
      { paid_at: '2026-03-09T10:00:00Z', amount: 200 },
    )
    const { now, before, series } = await ask('?period=custom&from=2026-03-10&to=2026-03-10')
    expect([now.paid, before.paid]).toEqual([300, 200])
    expect(series[10]).toMatchObject({ paid: 300, before: { paid: 200, at: '2026-03-09T10:00:00.000Z' } })
  })

  it.each([
    ['?period=ever', 'period'],
    ['?zone=Moon/Base', 'zone'],
    ['?zone=', 'zone'],
    ['?currency=euro', 'currency'],
    ['?period=custom', 'from'],
    ['?period=custom&from=2026-02-30&to=2026-03-01', 'from'],
    ['?period=custom&from=2026-03-02&to=2026-03-01', 'to'],
    ['?period=custom&from=2020-01-01&to=2026-03-01', 'to'],
    ['?period=custom&from=9999-01-01&to=9999-12-31', 'to'],
    ['?step=minute', 'step'],
  ])('says what is wrong with %s', async (query, field) => {
    const { status, body } = await call('GET', `/statistics${query}`)
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {})).toContain(field)
  })

  it('has a demo payment that succeeds, and one that is declined', async () => {
    const paid = await call<DemoPayment>('POST', '/first-steps/demo-payment', {})
    expect(paid.status).toBe(201)
    const declined = await call<DemoPayment>('POST', '/first-steps/demo-payment', { outcome: 'declined' })
    expect(declined.status).toBe(201)
    await eventually(async () => {
      expect((await ask()).now).toMatchObject({ payments: 1, failed: 1 })
      const { body } = await call<CheckoutDetail>('GET', `/checkouts/${paid.body.checkout_id}`)
      expect(body).toMatchObject({ state: 'paid', rests_on: 'signature' })
      const other = await call<CheckoutDetail>('GET', `/checkouts/${declined.body.checkout_id}`)
      expect(other.body.state).toBe('declined')
    })
    expect(app.logged()).not.toContain('4200000000000000')
    expect(await app.dump()).not.toContain('4200000000000000')
  })

  it('has no demo payment in a live shop', async () => {
    await app.engine.db.update(shops).set({ mode: 'live' })
    try {
      expect(await call('POST', '/first-steps/demo-payment', {})).toMatchObject({ status: 403 })
    } finally {
      await app.engine.db.update(shops).set({ mode: 'sandbox' })
    }
  })

  it('marks first steps as done by data, and hides them on request', async () => {
    await app.engine.db.update(products).set({ submittedBy: null }).where(app.whereShop(products))
    const steps = async () => (await call<FirstSteps>('GET', '/first-steps')).body
    const isDone = async () => Object.fromEntries((await steps()).steps.map(({ name, done }) => [name, done]))
    expect(await isDone()).toMatchObject({ shop: true, product: false, payment: false, colleague: false })
    const product = {
      name: 'Paper',
      description: 'Laid',
      currency: 'EUR',
      amount: 1,
      infinite: true,
      immortal: true,
    }
    expect((await call('POST', '/products', product)).status).toBe(201)
    await notifyAll({ status: 'failed' })
    expect(await isDone()).toMatchObject({ product: true, payment: false, address: true })
    await notifyAll({})
    const colleague = { email: 'new@shop.example', name: 'New', role: 'support' }
    expect((await call('POST', '/invitations', colleague)).status).toBeLessThan(300)
    await eventually(async () =>
      expect(Object.values(await isDone())).toEqual([true, true, true, true, true]),
    )

    expect((await call<FirstSteps>('PUT', '/first-steps', { dismissed: true })).body.dismissed).toBe(true)
    expect((await call('PUT', '/first-steps', { dismissed: true })).status).toBe(200)
    const other = { userId: crypto.randomUUID(), email: 'other@shop.example', name: 'Other' }
    await app.engine.db
      .insert(users)
      .values({ id: other.userId, email: other.email, name: 'Other', passwordHash: '' })
    await app.engine.db
      .insert(memberships)
      .values({ shopId: app.owner.shop.id, userId: other.userId, role: 'manager' })
    browser.person = other
    expect((await steps()).dismissed).toBe(false)
    browser.person = app.owner.actor
    expect((await call<FirstSteps>('PUT', '/first-steps', { dismissed: false })).body.dismissed).toBe(false)
  })

  it('counts unpaid checkouts as the list does that it leads to', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const made = []
    for (let n = 0; n < 5; n++) made.push(await client.make())
    const ages = [0, 1, 3, 5, 20]
    for (const [n, { id }] of made.entries()) {
      await app.engine.db
        .update(checkouts)
        .set({ createdAt: days(ages[n] ?? 0), expiresAt: days((ages[n] ?? 0) - 1) })
        .where(app.whereShop(checkouts, eq(checkouts.id, id)))
    }
    const {
      total,
      total_exact: isExact,
      ...filters
    } = (await call<UnpaidCheckouts>('GET', '/statistics/unpaid-checkouts')).body
    expect({ total, isExact }).toEqual({ total: 2, isExact: true })
    const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
    const list = (await call<CheckoutPage>('GET', `/checkouts?${query}`)).body
    expect(new Set(list.items.map(({ id }) => id))).toEqual(new Set([made[2]?.id, made[3]?.id]))
  })
})
