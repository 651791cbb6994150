import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { adoptConfig, config } from '../../core/server/config/config'
import { onEachEngine } from '../../db/testing-engines'
import { whereShop } from '../../testing/office'
import { createEndpoint, listEndpoints, readEndpoint, removeEndpoint, rotateSecret } from './endpoints'
import { listMessages, readMessage } from './messages'
import { forgetOldForwards } from './queue'
import { forwardingEndpoints } from './tables'
import { testEndpoint } from './send'
import { forwardingBench, status, verify } from './testing'

const query = { sort: '-created_at', limit: 50 } as const

onEachEngine('what forwarding reaches and signs to a receiver', (kind) => {
  const bench = forwardingBench(kind)
  const { office, make, drain, messages, only } = bench
  let { context, receiver } = bench
  beforeEach(() => {
    ;({ context, receiver } = bench)
  })
  const secondsUntil = (at: string | null) => (Date.parse(at!) - Date.now()) / 1000

  it('keeps and tells no secret', async () => {
    const { id, secret } = await make.endpoint(context, receiver.url)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const [row] = await office.engine.db
      .select()
      .from(forwardingEndpoints)
      .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
    expect(JSON.stringify(row)).not.toContain(secret.slice(6))
    expect(row!.secretSealed.toString('latin1')).not.toContain(secret.slice(6))
    expect(JSON.stringify(await listEndpoints(context))).not.toContain('whsec')
    expect(office.logged()).not.toContain(secret.slice(6))
  })

  it('follows no redirect', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    receiver.answers.push(status(302, { Location: `${receiver.url}/elsewhere` }))
    await make.arrive(context)
    await drain(id)
    expect(receiver.posts).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'waiting', last_status: 302, last_error: 'redirect' })
  })

  it('goes to no closed network', async () => {
    const invalid = { code: 'invalid', errors: { url: [expect.any(String)] } }
    const closed = [
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://[fd00::1]/',
      'http://[::ffff:10.0.0.1]/',
    ]
    for (const url of [...closed, 'http://shop.example/', 'http://93.184.216.34/'])
      await expect(make.endpoint(context, url)).rejects.toMatchObject(invalid)
    const live = { ...context, shop: { ...context.shop, mode: 'live' as const } }
    for (const url of ['http://127.0.0.1:3000/', 'https://127.0.0.1/', 'http://localhost/', 'https://[::1]/'])
      await expect(make.endpoint(live, url)).rejects.toMatchObject(invalid)
    // Addresses that bypass this check are refused when they are called.
    const { id } = await make.endpoint(context, receiver.url)
    for (const url of ['https://10.0.0.1/', 'http://93.184.216.34/']) {
      await office.engine.db
        .update(forwardingEndpoints)
        .set({ url })
        .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
      expect(await testEndpoint(context, id)).toMatchObject({ accepted: false, error: 'address_refused' })
    }
    await office.engine.db
      .update(forwardingEndpoints)
      .set({ url: receiver.url })
      .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
    expect(await testEndpoint(live, id)).toMatchObject({ accepted: false, error: 'address_refused' })
    expect(receiver.posts).toHaveLength(0)
  })

  it('reaches no other port of this machine unless a setting allows it', async () => {
    const usual = config.get()
    const { id } = await make.endpoint(context, receiver.url)
    try {
      adoptConfig({ ...usual, sandboxReach: { allowLoopback: 1, isPrivateAllowed: false } })
      expect(await testEndpoint(context, id)).toMatchObject({ accepted: false, error: 'address_refused' })
      await expect(make.endpoint(context, receiver.url)).rejects.toMatchObject({ code: 'invalid' })
      expect(receiver.posts).toHaveLength(0)
    } finally {
      adoptConfig(usual)
    }
    expect(await testEndpoint(context, id)).toMatchObject({ accepted: true })
  })

  it('signs with the old secret too, for a day after it was replaced', async () => {
    const { id, secret: old } = await make.endpoint(context, receiver.url)
    const { secret, old_secret_until: until } = await rotateSecret(context, id)
    expect(secondsUntil(until) / 3600).toBeCloseTo(24, 1)
    await testEndpoint(context, id)
    const [both] = receiver.posts
    expect(String(both!.headers['webhook-signature']).split(' ')).toHaveLength(2)
    expect([verify(old, both!), verify(secret, both!)]).toEqual([true, true])
    await office.engine.db
      .update(forwardingEndpoints)
      .set({ oldSecretUntil: sql`now() - interval '1 second'` })
      .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
    await testEndpoint(context, id)
    expect([verify(old, receiver.posts[1]!), verify(secret, receiver.posts[1]!)]).toEqual([false, true])
    await forgetOldForwards(office.engine.db)
    const [row] = await office.engine.db
      .select()
      .from(forwardingEndpoints)
      .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
    expect(row!.oldSecretSealed).toBeNull()
  })

  it('belongs to one shop, and is removed with it', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    const elsewhere = await make.sandboxShop(`elsewhere-${kind}`)
    await expect(readEndpoint(elsewhere, id)).rejects.toMatchObject({ code: 'not_found' })
    const [message] = await messages()
    await expect(readMessage(elsewhere, message!.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(rotateSecret(elsewhere, id)).rejects.toMatchObject({ code: 'not_found' })
    await removeEndpoint(context, id)
    expect((await listEndpoints(context)).items).toEqual([])
    expect(await listMessages(context, query)).toMatchObject({ items: [], total: 0 })
    await drain(id)
    expect(receiver.posts).toHaveLength(0)
  })

  it('makes no more endpoints than a shop may have', async () => {
    for (let count = 0; count < 20; count++) await make.endpoint(context, receiver.url)
    await expect(make.endpoint(context, receiver.url)).rejects.toMatchObject({
      errors: { name: expect.anything() },
    })
  })

  it('tests an endpoint without a notification', async () => {
    const { id, secret } = await createEndpoint(context, { name: 'Plain', url: receiver.url })
    receiver.answers.push(status(201, {}, 'thanks'))
    expect(await testEndpoint(context, id)).toMatchObject({ accepted: true, status: 201, answer_bytes: 6 })
    expect(verify(secret, receiver.posts[0]!)).toBe(true)
    expect(JSON.parse(receiver.posts[0]!.body)).toMatchObject({ type: 'endpoint.test' })
    expect(await messages()).toEqual([])
  })
})
