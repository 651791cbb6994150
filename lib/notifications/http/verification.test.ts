import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { checkoutDefaults } from '@/lib/checkouts/server/importing/import'
import { loadShop, secretKey } from '@/lib/core/server/shop/load'
import { notifications } from '@/lib/notifications/server/tables'
import { shops } from '@/lib/core/server/tables/shops'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { listen, settingsVersion } from '@/lib/testing/office'
import { testApplication } from '../../testing/application'
import { checkoutClient, having } from '../../testing/checkouts'

type Reply = { status?: number; body?: string; afterMs?: number }

onEachEngine('a verification request over HTTP', (kind) => {
  const app = testApplication(kind)
  let client: ReturnType<typeof checkoutClient>
  let endpoint: Awaited<ReturnType<typeof listen>>
  let reply: Reply = {}
  const asked: { headers: Record<string, unknown>; body: string }[] = []
  beforeAll(async () => {
    client = checkoutClient(app)
    endpoint = await listen((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        asked.push({ headers: request.headers, body })
        setTimeout(() => response.writeHead(reply.status ?? 200).end(reply.body ?? ''), reply.afterMs ?? 0)
      })
    })
  })
  afterAll(async () => {
    await endpoint.close()
  })
  beforeEach(async () => {
    asked.length = 0
    reply = {}
    await app.clear(notifications)
    await change({ verification_policy: 'accept_all', verification_endpoint: null })
  })

  const change = async (body: object) => {
    browser.person = app.owner.actor
    const answer = await fetch(`${app.url}/api/shops/sandbox/notification-settings`, {
      method: 'PUT',
      body: JSON.stringify({ ...body, version: await settingsVersion(app.engine.db) }),
    })
    expect(answer.status).toBe(200)
  }
  const ask = async (transaction: object | string, { trusted = true } = {}) => {
    const { gatewayShopId } = app.owner.shop
    const authorization = `Basic ${Buffer.from(`${gatewayShopId}:${secretKey(app.owner)}`).toString('base64')}`
    const answer = await fetch(client.hook().replace('/notification', '/verification'), {
      method: 'POST',
      headers: trusted ? { authorization } : {},
      body: typeof transaction === 'string' ? transaction : JSON.stringify({ transaction }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const recorded = () =>
    eventually(async () => {
      const [row] = await app.engine.db.select().from(notifications).where(app.whereShop(notifications))
      expect(row?.processedAt).toBeInstanceOf(Date)
      return row
    })
  const asking = (fields: object = {}) => ({
    uid: crypto.randomUUID(),
    status: 'incomplete',
    type: 'payment',
    amount: 77123,
    currency: 'EUR',
    ...fields,
  })

  it('is approved automatically, recorded with the answer, and changes nothing', async () => {
    const made = await client.make(having({ amount: 77124, tracking_id: 'asked-1' }))
    const about = asking({ amount: 77124, tracking_id: 'asked-1', status: 'successful' })
    const { status, body } = await ask(about)
    expect(status).toBe(200)
    expect(body).toMatchObject({ code: 0, uid: about.uid, amount: 77124 })
    expect(await recorded()).toMatchObject({
      hook: 'verification',
      kind: 'verification',
      authenticity: 'credentials',
      checkoutId: made.id,
      answer: { code: 0, reason: 'accept_all', endpoint_status: null },
    })
    expect(await client.read(made.id)).toMatchObject({ state: 'open' })
  })

  it('with the policy “known” is approved for known amounts and currencies, with evidence only', async () => {
    await change({ verification_policy: 'known' })
    expect((await ask(asking())).body).toMatchObject({ code: 1 })
    const made = await client.make(having({ amount: 77125, tracking_id: 'asked-2' }))
    expect((await ask(asking({ amount: 77125 }))).body).toMatchObject({ code: 0 })
    expect((await ask(asking({ amount: 77125, currency: 'USD' }))).body).toMatchObject({ code: 1 })
    expect((await ask(asking({ amount: 77125 }), { trusted: false })).body).toMatchObject({ code: 1 })
    // The checkout of its token has another amount, although another checkout has this one.
    const other = await client.make(having({ amount: 500 }))
    const named = asking({
      amount: 77125,
      additional_data: { vendor: { name: 'CTP', token: other.token } },
    })
    expect((await ask(named)).body).toMatchObject({ code: 1 })
    const own = asking({ amount: 77125, additional_data: { vendor: { name: 'CTP', token: made.token } } })
    expect((await ask(own)).body).toMatchObject({ code: 0 })
  })

  it.each<[string, Reply, object]>([
    ['lets it on', { body: '{"code":0}' }, { code: 0, reason: 'endpoint_accepted', endpoint_status: 200 }],
    [
      'lets it on without a word',
      { status: 204 },
      { code: 0, reason: 'endpoint_accepted', endpoint_status: 204 },
    ],
    [
      'declines it in words',
      { body: '{"code":7,"message":"Sold out"}' },
      { code: 1, reason: 'endpoint_declined', message: 'Sold out' },
    ],
    ['declines it', { status: 403 }, { code: 1, reason: 'endpoint_declined', endpoint_status: 403 }],
    [
      'declines it at length',
      { status: 403, body: 'x'.repeat(200_000) },
      { code: 1, reason: 'endpoint_declined', endpoint_status: 403 },
    ],
    [
      'declines it with half a word',
      { body: '{"code":1,"message":"no\\u0000pe \\ud800!"}' },
      { code: 1, reason: 'endpoint_declined', message: 'nope !' },
    ],
    [
      'declines it with a card number',
      { body: '{"code":1,"message":"Card 4200 0000 0000 0000 is blocked"}' },
      { code: 1, reason: 'endpoint_declined', message: 'Card ••••0000 is blocked' },
    ],
    [
      'declines it with an address at the end of a long message',
      { body: JSON.stringify({ code: 1, message: `${'word '.repeat(38)}jane.doe@mail.example` }) },
      { code: 1, reason: 'endpoint_declined', message: 'word '.repeat(38) },
    ],
    ['fails', { status: 500 }, { code: 0, reason: 'endpoint_failed', endpoint_status: 500 }],
    ['timed out', { status: 408 }, { code: 0, reason: 'endpoint_failed', endpoint_status: 408 }],
    ['is asked too often', { status: 429 }, { code: 0, reason: 'endpoint_failed', endpoint_status: 429 }],
    ['says what nobody can read', { body: 'OK!' }, { code: 0, reason: 'endpoint_failed' }],
    ['leads elsewhere', { status: 302 }, { code: 0, reason: 'endpoint_failed', endpoint_status: 302 }],
    ['comes too late', { afterMs: 6_000 }, { code: 0, reason: 'endpoint_failed', endpoint_status: null }],
  ])('put to an endpoint that %s', async (_name, given, answer) => {
    reply = given
    await change({ verification_endpoint: endpoint.url, verification_accepts_on_failure: true })
    expect((await ask(asking())).body).toMatchObject({ code: (answer as { code: number }).code })
    expect((await recorded())?.answer).toMatchObject(answer)
  })

  it('is declined if the endpoint fails and the shop says so', async () => {
    reply = { status: 500 }
    await change({ verification_endpoint: endpoint.url, verification_accepts_on_failure: false })
    expect((await ask(asking())).body).toMatchObject({ code: 1 })
  })

  it('is sent to the endpoint without cards, signed with its own secret', async () => {
    await change({ verification_endpoint: endpoint.url })
    const made = await fetch(`${app.url}/api/shops/sandbox/notification-settings/endpoint-secret`, {
      method: 'POST',
      body: JSON.stringify({ version: await settingsVersion(app.engine.db) }),
    })
    const { secret } = (await made.json()) as { secret: string }
    await ask(asking({ credit_card: { token: 'secret-card-token', last_4: '4242' } }))
    const [{ headers, body } = { headers: {}, body: '' }] = asked
    expect(body).not.toContain('secret-card-token')
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    )
    expect(await app.dump()).not.toContain(secret)
  })

  it('that says of no transaction is declined, and recorded', async () => {
    expect(await ask('not json')).toMatchObject({ status: 200, body: { code: 1 } })
    expect(await recorded()).toMatchObject({
      kind: 'unreadable',
      answer: { code: 1, reason: 'unreadable' },
    })
  })

  it('that is not wrapped is answered with its own transaction', async () => {
    expect(await ask(JSON.stringify({ uid: 'u-2', amount: 1250, currency: 'EUR' }))).toMatchObject({
      status: 200,
      body: { code: 0, uid: 'u-2', amount: 1250 },
    })
    expect(await recorded()).toMatchObject({
      kind: 'verification',
      uid: 'u-2',
      amount: 1250,
      currency: 'EUR',
    })
  })

  it('changes nothing where it says that a payment token expired', async () => {
    const made = await client.make(having({ amount: 77128 }))
    await ask(JSON.stringify({ token: made.token, expired: true, status: 'error' }))
    expect(await recorded()).toMatchObject({ hook: 'verification', checkoutId: made.id })
    const vendor = { name: 'CTP', token: made.token }
    await client.notify({ transaction: asking({ status: 'failed', additional_data: { vendor } }) })
    await eventually(async () => expect(await client.read(made.id)).toMatchObject({ attempts_left: 0 }))
    expect(await client.read(made.id)).toMatchObject({ state: 'declined' })
  })

  it('that has no amount, as of a card check, is let on by itself', async () => {
    expect(await ask({ uid: 'u-1', status: 'incomplete', type: 'tokenization' })).toMatchObject({
      status: 200,
      body: { code: 0, uid: 'u-1' },
    })
  })

  it('that comes again is answered anew, and each answer is recorded', async () => {
    const about = asking({ amount: 77130 })
    await change({ verification_policy: 'known' })
    expect((await ask(about)).body).toMatchObject({ code: 1 })
    await recorded()
    await change({ verification_policy: 'accept_all' })
    expect((await ask(about)).body).toMatchObject({ code: 0 })
    const row = await recorded()
    browser.person = app.owner.actor
    const detail = await fetch(`${app.url}/api/shops/sandbox/notifications/${row?.id}`)
    expect(await detail.json()).toMatchObject({
      answer: { code: 1, reason: 'unknown_amount' },
      deliveries: [{ answer: { code: 0, reason: 'accept_all' } }],
    })
  })

  it('is requested by checkouts of a file only if the shop judges payments', async () => {
    const begun = async () => {
      const shop = await loadShop(app.engine.db, 'sandbox')
      if (!shop) throw new Error('no shop')
      return (await checkoutDefaults({ ...app.owner, shop })).settings
    }
    expect(await begun()).toEqual({ notification_url: expect.stringMatching(/\/notification$/) })
    await change({ verification_policy: 'known' })
    expect(await begun()).toEqual({
      notification_url: expect.stringMatching(/\/notification$/),
      verification_url: expect.stringMatching(/\/verification$/),
    })
  })

  it('belongs to nobody if the key is wrong', async () => {
    const answer = await fetch(`${app.url}/api/hooks/wrong/verification`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(404)
  })

  it('is sent by the sandbox, and decides about a payment', async () => {
    const verification_url = client.hook().replace('/notification', '/verification')
    const made = await client.make(having({ amount: 77126 }, { settings: { verification_url } }))
    await change({ verification_policy: 'known' })
    expect(await (await client.pay(made.token)).json()).toMatchObject({ status: 'successful' })
    await app.engine.db
      .update(shops)
      .set({ networks: ['203.0.113.0/24'] })
      .where(eq(shops.id, 'sandbox'))
    await change({ network_is_enough: false, verification_accepts_on_failure: true })
    const next = await client.make(having({ amount: 77127 }, { settings: { verification_url } }))
    expect(await (await client.pay(next.token)).json()).toMatchObject({ status: 'failed' })
  })
})
