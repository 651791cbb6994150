import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { signInFailures } from '@/lib/core/server/tables/users'
import { secretKey } from '@/lib/core/server/shop/load'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { checkoutClient, having, order } from '@/lib/testing/checkouts'
import { eventually } from '@/lib/testing/eventually'
import { opened } from '@/lib/testing/opened'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { settingsVersion } from '@/lib/testing/office'
import type { AskedPayment, PaymentDetail } from '../detail'

onEachEngine('asking the gateway for a payment over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))
  const api = apiOf(app)
  const call = <Body>(method: string, path: string, body?: object) => {
    browser.person = app.owner.actor
    return api<Body>(method, `/${path}`, body)
  }
  const read = async (uid: string) => (await call<PaymentDetail>('GET', `payments/${uid}`)).body
  const ask = (uid: string) => call<AskedPayment>('POST', `payments/${uid}/ask`)
  const setQuery = async (isOn: boolean) =>
    call('PUT', 'payment-settings', {
      transaction_query: isOn,
      version: await settingsVersion(app.engine.db),
    })

  /** Pays in the sandbox without its notification, and sends one that says only that the payment began. */
  async function payUnheard(): Promise<{ uid: string; checkout: string }> {
    const { id, token } = await client.make()
    const paid = await client.pay(token)
    const { next } = (await paid.json()) as { next: string }
    const [uid = ''] = /[0-9a-f-]{36}/.exec(next) ?? []
    const reported = {
      uid,
      status: 'pending',
      type: 'payment',
      amount: order.amount,
      currency: order.currency,
    }
    await client.notify({
      transaction: {
        ...reported,
        additional_data: { vendor: { name: 'CTP', token } },
        customer: { email: 'm@reader.example' },
      },
    })
    await eventually(async () => expect((await read(uid)).state).toBe('waiting'))
    return { uid, checkout: id }
  }

  const askedOf = (uid: string) =>
    app.engine.db
      .select()
      .from(activity)
      .where(
        and(eq(activity.shopId, 'sandbox'), eq(activity.action, 'payment.asked'), eq(activity.subject, uid)),
      )

  beforeAll(async () => {
    const credentials = `${app.owner.shop.gatewayShopId}:${secretKey(app.owner)}`
    const response = await fetch(`${app.url}/sandbox/shop`, {
      method: 'PUT',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ notification_url: null }),
    })
    if (!response.ok) throw new Error(await response.text())
  })

  it('is offered at the sandbox until an owner disables it', async () => {
    const { uid } = await payUnheard()
    expect((await read(uid)).askable).toBe(true)
    await setQuery(false)
    expect((await read(uid)).askable).toBe(false)
    expect(await ask(uid)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await read(uid)).state).toBe('waiting')
  })

  it('brings its state, with evidence of its own, to whatever rests on the payment', async () => {
    const { uid, checkout } = await payUnheard()
    await setQuery(true)
    expect((await read(uid)).askable).toBe(true)
    const asked = await ask(uid)
    expect(asked).toMatchObject({
      status: 200,
      body: { uid, state: 'paid', paid: order.amount, authenticity: 'answer', checkout_id: checkout },
    })
    expect(
      asked.body.sources.map(({ status, authenticity, decides }) => [status, authenticity, decides]),
    ).toEqual(
      expect.arrayContaining([
        ['pending', 'credentials', false],
        ['successful', 'answer', true],
      ]),
    )
    expect(await client.read(checkout)).toMatchObject({ state: 'paid', rests_on: 'answer' })
    // Once more changes nothing.
    const again = await ask(uid)
    expect({ ...again.body, sources: again.body.sources.length }).toEqual({
      ...asked.body,
      sources: asked.body.sources.length,
    })
    expect(await askedOf(uid)).toHaveLength(2)
  })

  it('finds transactions by tracking ID that no notification reported', async () => {
    await setQuery(true)
    const tracking = `order-${crypto.randomUUID()}`
    const { token } = await client.make(having({ tracking_id: tracking }))
    const paid = await client.pay(token)
    const [uid = ''] = /[0-9a-f-]{36}/.exec(((await paid.json()) as { next: string }).next) ?? []
    // Only a transaction of the same order was reported, which the gateway does not know.
    const reported = {
      uid: crypto.randomUUID(),
      status: 'failed',
      type: 'payment',
      amount: 100,
      currency: 'EUR',
    }
    await client.notify({ transaction: { ...reported, tracking_id: tracking } })
    await eventually(async () => expect((await read(reported.uid)).state).toBe('declined'))
    expect((await call('GET', `payments/${uid}`)).status).toBe(404)
    expect(await ask(reported.uid)).toMatchObject({
      status: 200,
      body: { uid: reported.uid, state: 'declined' },
    })
    expect(await read(uid)).toMatchObject({
      state: 'paid',
      paid: order.amount,
      authenticity: 'answer',
      tracking_id: tracking,
    })
  })

  it('counts results by UID, and says why the tracking ID brought none', async () => {
    await setQuery(true)
    const tracking = `order-${crypto.randomUUID()}`
    const { token } = await client.make(having({ tracking_id: tracking }))
    const paid = await client.pay(token)
    const [uid = ''] = /[0-9a-f-]{36}/.exec(((await paid.json()) as { next: string }).next) ?? []
    const reported = {
      uid,
      status: 'pending',
      type: 'payment',
      amount: order.amount,
      currency: order.currency,
    }
    await client.notify({ transaction: { ...reported, tracking_id: tracking } })
    await eventually(async () => expect((await read(uid)).state).toBe('waiting'))
    await client.fail({ endpoint: 'transactions.by_tracking_id', kind: 'status', status: 403, body: {} })
    expect(await ask(uid)).toMatchObject({
      status: 200,
      body: { uid, state: 'paid', authenticity: 'answer', tracking_failure: 'gateway_credentials' },
    })
    expect((await ask(uid)).body).toMatchObject({ state: 'paid', tracking_failure: null })
  })

  it('keeps no card number and no token of a card in the clear', async () => {
    const stored = await app.dump()
    expect(stored).not.toContain('4200000000000000')
  })

  it('says when the gateway does not know it, and changes nothing', async () => {
    await setQuery(true)
    const uid = crypto.randomUUID()
    await client.notify({
      transaction: { uid, status: 'pending', type: 'payment', amount: 100, currency: 'EUR' },
    })
    await eventually(async () => expect((await read(uid)).state).toBe('waiting'))
    expect((await ask(uid)).body.code).toBe('gateway_not_found')
    expect(await read(uid)).toMatchObject({ state: 'waiting', authenticity: 'credentials' })
    expect((await ask('unknown')).status).toBe(404)
  })

  it('continues if the gateway does not know one of the UIDs', async () => {
    await setQuery(true)
    const { uid } = await payUnheard()
    const later = { uid: crypto.randomUUID(), parent_uid: uid, type: 'refund', status: 'pending' }
    await client.notify({ transaction: { ...later, amount: 100, currency: 'EUR' } })
    await eventually(async () => expect((await read(uid)).sources).toHaveLength(2))
    expect(await ask(uid)).toMatchObject({ status: 200, body: { state: 'paid', authenticity: 'answer' } })
    // Here it was reported as the refund of a payment that the gateway does not know.
    const { uid: known } = await payUnheard()
    const of = { uid: known, parent_uid: crypto.randomUUID(), updated_at: new Date().toISOString() }
    await client.notify({
      transaction: { ...of, type: 'refund', status: 'pending', amount: order.amount, currency: 'EUR' },
    })
    await eventually(async () => expect((await read(known)).uid).toBe(of.parent_uid))
    expect(await ask(known)).toMatchObject({ status: 200, body: { uid: known, state: 'paid' } })
  })

  it('is an activity also if a later question fails, since the answers until then are kept', async () => {
    await setQuery(true)
    const { uid } = await payUnheard()
    const later = { uid: crypto.randomUUID(), parent_uid: uid, type: 'refund', status: 'pending' }
    await client.notify({ transaction: { ...later, amount: 100, currency: 'EUR' } })
    await eventually(async () => expect((await read(uid)).sources).toHaveLength(2))
    await client.fail({ endpoint: 'transactions.get', kind: 'slow', ms: 1 })
    await client.fail({ endpoint: 'transactions.get', kind: 'status', status: 403, body: {} })
    expect((await ask(uid)).body.code).toBe('gateway_credentials')
    expect(await read(uid)).toMatchObject({ state: 'paid', authenticity: 'answer' })
    expect(await askedOf(uid)).toHaveLength(1)
  })

  it('is limited per person and per shop', async () => {
    await setQuery(true)
    const { uid } = await payUnheard()
    const counters = await app.engine.db
      .select()
      .from(signInFailures)
      .where(sql`${signInFailures.key} LIKE 'gateway-question:%'`)
    expect(counters.map(({ key }) => key).toSorted()).toEqual([
      'gateway-question:sandbox',
      `gateway-question:sandbox ${app.owner.actor.userId}`,
    ])
    for (const { key } of counters) {
      const count = (failures: number) =>
        app.engine.db.update(signInFailures).set({ failures }).where(eq(signInFailures.key, key))
      await count(1000)
      expect(await ask(uid)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
      expect((await read(uid)).state).toBe('waiting')
      await count(0)
    }
    expect((await ask(uid)).status).toBe(200)
  })

  it('is a setting of each shop', async () => {
    const [other] = await app.engine.db.select().from(shops).where(eq(shops.id, otherShop))
    expect(other?.hasTransactionQuery).toBe(false)
  })
})
