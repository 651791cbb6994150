import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type {
  Endpoint,
  EndpointList,
  EndpointTest,
  EndpointWithSecret,
  MessageDetail,
  MessagePage,
} from '@/lib/forwarding/schema'
import type { NotificationDetail } from '@/lib/notifications/schema'
import type { Problem } from '@/lib/core/api/problem'
import { sampleKinds, type SampleResult } from '@/lib/forwarding/sample'
import { onEachEngine } from '@/lib/db/testing-engines'
import { openReceiver, status, verify } from '@/lib/forwarding/server/testing'
import { activity } from '@/lib/core/server/tables/requests'
import { apiOf, browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { testApplication } from '../../testing/application'

const sample = (kind: string, over: object = {}) => ({
  kind,
  amount: 1250,
  currency: 'EUR',
  description: 'Sample order',
  tracking_id: '',
  uid: `sample-${crypto.randomUUID()}`,
  created_at: new Date().toISOString(),
  target: 'here',
  ...over,
})

onEachEngine('forwarding over HTTP in the sandbox shop', (kind) => {
  const app = testApplication(kind)
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  beforeAll(async () => {
    receiver = await openReceiver()
    browser.person = app.owner.actor
  })
  afterAll(async () => {
    await receiver.close()
  })
  beforeEach(() => {
    receiver.posts.length = 0
  })

  const call = apiOf(app)
  const make = async (url = receiver.url, over: object = {}) =>
    (await call<EndpointWithSecret>('POST', '/forwarding', { name: 'Web shop', url, ...over })).body
  const send = (body: object) => call<SampleResult>('POST', '/samples', body)

  it('goes from a notification to an endpoint, and into the log', async () => {
    const { id, secret } = await make()
    const sent = await send(sample('successful', { description: 'Forwarded' }))
    await eventually(() => expect(receiver.posts).toHaveLength(1))
    const [heard] = receiver.posts
    expect(verify(secret, heard!)).toBe(true)
    expect(JSON.parse(heard!.body)).toMatchObject({
      data: { id: sent.body.notification_id, description: 'Forwarded', test: true },
    })
    const listed = await eventually(async () => {
      const { body } = await call<MessagePage>(
        'GET',
        `/forwarding/messages?endpoint_id=${id}&state=delivered`,
      )
      expect(body).toMatchObject({ total: 1, total_exact: true })
      // The total is counted after the items are read.
      expect(body.items).toHaveLength(1)
      return body.items[0]!
    })
    const { body: detail } = await call<MessageDetail>('GET', `/forwarding/messages/${listed.id}`)
    expect(detail).toMatchObject({ url: receiver.url, log: [{ status: 200 }], body: heard!.body })
    const again = await call<MessageDetail>('POST', `/forwarding/messages/${listed.id}/resend`)
    expect(again.body).toMatchObject({ requested_by: app.owner.actor.name })
    await eventually(() => expect(receiver.posts).toHaveLength(2))
    expect(receiver.posts[1]!.headers['webhook-id']).toBe(listed.id)
    const byHand = await call<MessageDetail>('POST', '/forwarding/messages', {
      endpoint_id: id,
      notification_id: listed.notification_id,
    })
    expect(byHand).toMatchObject({ status: 201, body: { id: listed.id } })
    await eventually(() => expect(receiver.posts).toHaveLength(3))
    await call('DELETE', `/forwarding/${id}`)
  })

  it('creates, changes, rotates, tests, disables and removes endpoints, and records by whom', async () => {
    const made = await make()
    const path = `/forwarding/${made.id}`
    const { body: list } = await call<EndpointList>('GET', '/forwarding')
    expect(list.items).toMatchObject([{ id: made.id, state: 'new' }])
    expect(JSON.stringify(list)).not.toContain('whsec_')
    const { version } = made
    expect((await call<Endpoint>('PATCH', path, { name: 'Books', version })).body).toMatchObject({
      name: 'Books',
      version: version + 1,
    })
    const late = { url: `${receiver.url}/late`, version }
    expect(await call('PATCH', path, late)).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { version: version + 1 } },
    })
    expect(await call('PATCH', path, { name: 'No version' })).toMatchObject({
      status: 422,
      body: { errors: { version: [expect.any(String)] } },
    })
    expect((await call<Endpoint>('GET', path)).body).toMatchObject({ name: 'Books', url: receiver.url })
    const rotated = await call<EndpointWithSecret>('POST', `${path}/secret`)
    expect(rotated.body.secret).not.toBe(made.secret)
    receiver.answers.push(status(500, {}, 'no'))
    const { body: tested } = await call<EndpointTest>('POST', `${path}/test`)
    expect(tested).toMatchObject({ accepted: false, status: 500, answer_bytes: 2 })
    // The answer may come from a service that only this server can reach.
    expect(tested).not.toHaveProperty('answer')
    expect(verify(made.secret, receiver.posts[0]!)).toBe(true)
    expect((await call<Endpoint>('PATCH', path, { enabled: false })).body).toMatchObject({
      state: 'disabled',
    })
    expect((await call('PATCH', path, { enabled: true })).status).toBe(422)
    expect((await call<Endpoint>('POST', `${path}/enable`, {})).body).toMatchObject({ enabled: true })
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await call('GET', path)).status).toBe(404)
    const rows = await app.engine.db.select().from(activity).where(app.whereShop(activity))
    const actions = rows.filter(({ subject }) => subject === made.id).map(({ action }) => action)
    expect(actions.toSorted()).toEqual([
      'forwarding.changed',
      'forwarding.changed',
      'forwarding.created',
      'forwarding.removed',
      'forwarding.resumed',
      'forwarding.secret_rotated',
      'forwarding.tested',
    ])
    expect(await app.dump()).not.toContain(made.secret.slice(6))
    expect(app.logged()).not.toContain(rotated.body.secret.slice(6))
  })

  it('asks for a recent sign-in before notifications go to another address, and for nothing else', async () => {
    const { id, url, version } = await make()
    const change = (body: object) => call<Endpoint & Problem>('PATCH', `/forwarding/${id}`, body)
    browser.person = { ...app.owner.actor, provenSecondsAgo: 3600 }
    expect(await change({ url: `${receiver.url}/elsewhere`, version })).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again' },
    })
    expect((await call<Endpoint>('GET', `/forwarding/${id}`)).body).toMatchObject({ url, version })
    expect((await change({ name: 'Books', url, version })).status).toBe(200)
    browser.person = app.owner.actor
    expect((await change({ url: `${receiver.url}/elsewhere`, version: version + 1 })).body.url).toBe(
      `${receiver.url}/elsewhere`,
    )
    await call('DELETE', `/forwarding/${id}`)
  })

  it.each([
    [{ name: '', url: 'https://shop.example/' }, 'name'],
    [{ name: 'x', url: '' }, 'url'],
    [{ name: 'x', url: 'ftp://shop.example/' }, 'url'],
    [{ name: 'x', url: 'https://user:password@shop.example/' }, 'url'],
    [{ name: 'x', url: 'http://shop.example/' }, 'url'],
    [{ name: 'x', url: 'https://192.168.1.1/' }, 'url'],
    [{ name: 'x', url: 'https://shop.example/', secret: 'mine' }, 'secret'],
    [{ name: 'x', url: 'https://shop.example/', filters: { kinds: [] } }, 'filters.kinds'],
  ])('refuses %j', async (body, field) => {
    const { status: code, body: problem } = await call('POST', '/forwarding', body)
    expect(code).toBe(422)
    expect(problem.errors).toHaveProperty([field])
  })

  it('refuses invalid queries of the log', async () => {
    for (const query of ['state=lost', 'endpoint_id=x', 'sort=name', 'q=x'])
      expect((await call('GET', `/forwarding/messages?${query}`)).status).toBe(422)
    expect((await call('GET', '/forwarding/messages?cursor=x')).status).toBe(400)
    expect((await call('GET', `/forwarding/messages/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await call('POST', '/forwarding/no-id/test')).status).toBe(404)
  })

  it.each(sampleKinds.filter((one) => one !== 'verification'))('receives a sample: %s', async (one) => {
    const asked = sample(one, { tracking_id: 'A-1' })
    const { body: result } = await send(asked)
    expect(result).toMatchObject({ accepted: true, status: 200, answer: 'OK', error: null })
    const became = await eventually(async () => {
      const { body } = await call<NotificationDetail>('GET', `/notifications/${result.notification_id}`)
      expect(body.kind).toBe(one === 'expired' ? 'expired_checkout' : 'transaction')
      return body
    })
    expect(became).toMatchObject({
      authenticity: 'credentials',
      quarantined: false,
      test: true,
      amount: 1250,
      currency: 'EUR',
      tracking_id: 'A-1',
      card_token_id: null,
    })
    expect(became.uid).toBe(one === 'expired' ? null : asked.uid)
  })

  it('asks about a sample verification request, which is answered', async () => {
    const asked = sample('verification')
    const { body: result } = await send(asked)
    expect(result).toMatchObject({ accepted: true, status: 200 })
    expect(JSON.parse(result.answer!)).toMatchObject({ code: 0, uid: asked.uid, amount: 1250 })
    const { body } = await call<NotificationDetail>('GET', `/notifications/${result.notification_id}`)
    expect(body).toMatchObject({ hook: 'verification' })
  })

  it('sends a sample to an endpoint, signed, and nothing of it stays', async () => {
    const { id, secret } = await make(`${receiver.url}/samples`, {})
    receiver.answers.push(status(202, {}, 'queued'))
    const asked = sample('refund', { target: id })
    const { body: result } = await send(asked)
    expect(result).toMatchObject({
      accepted: true,
      status: 202,
      answer: null,
      answer_bytes: 6,
      notification_id: null,
    })
    expect(verify(secret, receiver.posts[0]!)).toBe(true)
    expect(receiver.posts[0]!.body).toBe(result.body)
    expect(JSON.parse(result.body)).toMatchObject({
      type: 'notification.transaction',
      data: { uid: asked.uid, type: 'refund', test: true, payload: { transaction: { uid: asked.uid } } },
    })
    expect((await call<MessagePage>('GET', `/forwarding/messages?endpoint_id=${id}`)).body.total).toBe(0)
    await call('DELETE', `/forwarding/${id}`)
    expect((await send(sample('refund', { target: id }))).status).toBe(404)
  })

  it.each([
    { uid: 'real-1' },
    { amount: 0 },
    { amount: 1.5 },
    { currency: 'XXQ' },
    { description: '' },
    { kind: 'other' },
    { target: 'there' },
    { token: 'x' },
  ])('refuses a sample with %j', async (over) => {
    const { status: code, body } = await send(sample('successful', over))
    expect(code).toBe(422)
    expect((body as unknown as Problem).errors).toHaveProperty(Object.keys(over))
  })
})
