import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { countRequest, requestsPerMinute, isFirstReading } from '@/lib/core/server/api-tokens/limits'
import { apiTokens } from '@/lib/core/server/tables/api-tokens'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { users } from '@/lib/core/server/tables/users'
import { singleton } from '@/lib/db/singleton'
import { onEachEngine } from '@/lib/db/testing-engines'
import { activityOf, plainProduct, shopToken, tokenClient } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'

const door = singleton<unknown>('front-door-opened')

onEachEngine('programs with API tokens in the sandbox shop', (kind) => {
  const app = testApplication(kind)
  const { call, saidOf } = tokenClient(app)
  beforeEach(() => door.set(() => {}))
  afterEach(() => door.set(undefined))

  it('lets a right token in, and notes when and from where', async () => {
    const { id, token } = await shopToken(app.owner)
    const { status, headers } = await call(token)
    expect(status).toBe(200)
    expect(headers.get('ratelimit-policy')).toBe(`"token";q=${requestsPerMinute};w=60`)
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"token";r=${requestsPerMinute - 1};t=\\d+$`))
    const [row] = await app.engine.db
      .select()
      .from(apiTokens)
      .where(app.whereShop(apiTokens, eq(apiTokens.id, id)))
    expect(row?.lastAddress).toBe('192.0.2.1')
    expect(row?.lastUsedAt).not.toBeNull()
  })

  it('records reading once an hour for each permission and network', async () => {
    const { id, token } = await shopToken(app.owner, { scopes: ['checkouts.read', 'products.read'] })
    const used = async () =>
      (await activityOf(app.owner, id, eq(activity.action, 'api_token.used'))).map(({ address, detail }) => [
        address,
        detail.method,
        detail.path,
      ])
    const products = '/shops/sandbox/products'
    for (const path of [products, '/shops/sandbox/checkouts', products, `${products}/radar`])
      expect((await call(token, { path })).status).toBe(200)
    const first = [
      ['192.0.2.1', 'GET', '/api/shops/sandbox/products'],
      ['192.0.2.1', 'GET', '/api/shops/sandbox/checkouts'],
    ]
    expect(await used()).toEqual(first)
    const reading = { tokenId: id, permission: 'products.read', address: '192.0.2.1' } as const
    const inAnHour = performance.now() + 60 * 60_000 + 1000
    expect([isFirstReading(reading), isFirstReading(reading, inAnHour)]).toEqual([false, true])
    expect(isFirstReading({ ...reading, address: '198.51.100.7' })).toBe(true)
  })

  it('stores, logs and answers no token later', async () => {
    const { token } = await shopToken(app.owner)
    await call(token)
    await call(`${token.slice(0, -1)}~`)
    expect(await app.dump()).not.toContain(token)
    expect(app.logged()).not.toContain(token.slice(0, 20))
  })

  it('records each change before it is done, under the name of the token', async () => {
    const { id, token } = await shopToken(app.owner, { scopes: ['products.write'], name: 'Till' })
    expect(await call(token, { method: 'POST', body: plainProduct })).toMatchObject({ status: 201 })
    expect(await call(token, { method: 'POST', body: {} })).toMatchObject({ status: 422 })
    const used = await activityOf(app.owner, id, eq(activity.action, 'api_token.used'))
    const recorded = {
      address: '192.0.2.1',
      detail: { method: 'POST', path: '/api/shops/sandbox/products', api_token: id },
    }
    expect(used.map(({ address, detail }) => ({ address, detail }))).toEqual([recorded, recorded])
    const changed = await app.engine.db
      .select({ action: activity.action, by: users.name })
      .from(activity)
      .innerJoin(users, eq(users.id, activity.actorId))
      .where(
        app.whereShop(
          activity,
          sql`${activity.detail}->>'api_token' = ${id}`,
          eq(activity.action, 'product.created'),
        ),
      )
    expect(changed).toEqual([{ action: 'product.created', by: 'Till' }])
  })

  it('masks personal data without the scope for them', async () => {
    const customer = {
      first_name: 'Maria',
      last_name: 'Keller',
      email: 'maria@reader.example',
      ip: '192.0.2.1',
    }
    const scopes = ['customers.read', 'customers.create'] as const
    const [masked, open] = [
      await shopToken(app.owner, { scopes: [...scopes] }),
      await shopToken(app.owner, { scopes: [...scopes, 'personal_data.read'] }),
    ]
    const made = await call(masked.token, {
      method: 'POST',
      path: '/shops/sandbox/customers',
      body: customer,
    })
    expect(made.status).toBe(201)
    const read = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${app.url}/api/shops/sandbox/customers`, { headers })).text()
    }
    expect(await read(masked.token)).not.toContain('maria@reader.example')
    expect(await read(open.token)).toContain('maria@reader.example')
  })

  it('too many requests in a minute, of this token only', async () => {
    const [busy, idle] = [await shopToken(app.owner), await shopToken(app.owner)]
    for (let count = 0; count < requestsPerMinute; count++) countRequest(busy.id)
    const stopped = await call(busy.token)
    expect([stopped.status, stopped.code]).toEqual([429, 'too_many_requests'])
    expect(stopped.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/)
    expect(stopped.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await saidOf(idle.token)).toEqual([200, undefined])
  })

  it('an archived and a deleted shop', async () => {
    const { token } = await shopToken(app.owner, { scopes: ['products.read', 'products.write'] })
    const whereHere = eq(shops.id, 'sandbox')
    await app.engine.db
      .update(shops)
      .set({ archivedAt: sql`now()` })
      .where(whereHere)
    expect(await saidOf(token)).toEqual([200, undefined])
    expect(await saidOf(token, { method: 'POST', body: plainProduct })).toEqual([409, 'shop_archived'])
    await app.engine.db
      .update(shops)
      .set({ archivedAt: null, deletedAt: sql`now()` })
      .where(whereHere)
    expect(await saidOf(token)).toEqual([404, 'not_found'])
    await app.engine.db.update(shops).set({ deletedAt: null }).where(whereHere)
  })
})
