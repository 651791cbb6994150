import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Problem } from '@/lib/core/api/problem'
import { isWellFormed } from '@/lib/core/server/api-tokens/format'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { apiTokens } from '@/lib/core/server/tables/api-tokens'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '@/lib/testing/browser'
import { activityOf } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import type { ApiTokenList, NewApiToken, OwnTokenList } from '../schema'

const order = {
  shop: 'sandbox',
  name: ' Report ',
  scopes: ['products.read', 'products.read', 'payments.read'],
  days: 30,
  networks: ['192.0.2.0/24'],
}

onEachEngine('one’s own API tokens over HTTP', (kind) => {
  const app = testApplication(kind)
  let sam: SignedIn
  beforeEach(async () => {
    const userId = crypto.randomUUID()
    const email = `${userId}@shop.example`
    await app.engine.db.insert(users).values({ id: userId, email, name: 'Sam', passwordHash: 'none' })
    await app.engine.db.insert(memberships).values({ shopId: 'sandbox', userId, role: 'support' })
    sam = { userId, email, name: 'Sam', provenSecondsAgo: 0 }
    browser.person = sam
  })

  const send = apiOf(app, '/api')
  const own = '/account/api-tokens'
  const codeOf = ({ status, body }: { status: number; body: Problem }) => [status, body.code]

  it('are made, shown once, listed and revoked', async () => {
    const made = await send<NewApiToken>('POST', own, order)
    expect(made.status).toBe(201)
    const { token, ...item } = made.body
    expect(isWellFormed(token)).toBe(true)
    expect(item).toMatchObject({
      kind: 'personal',
      name: 'Report',
      start: token.slice(0, 8),
      shop: { id: 'sandbox', name: 'Sandbox' },
      made_by: 'Sam',
      scopes: ['products.read', 'payments.read'],
      networks: ['192.0.2.0/24'],
      state: 'active',
      last_used_at: null,
      last_address: null,
    })
    const days = (Date.parse(item.expires_at) - Date.parse(item.created_at)) / (24 * 3600 * 1000)
    expect(Math.round(days)).toBe(30)
    const list = await send<OwnTokenList>('GET', own)
    expect(list.body.items).toEqual([item])
    const [shop, ...others] = list.body.shops
    expect([shop?.id, others]).toEqual(['sandbox', []])
    expect(shop?.scopes).toContain('products.read')
    expect(shop?.scopes).not.toContain('products.write')

    const revoked = await send('POST', `${own}/${item.id}/revoke`)
    expect(revoked.body).toEqual({ ...item, state: 'revoked' })
    const said = await activityOf(app.owner, item.id)
    expect(said.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['api_token.created', sam.userId],
      ['api_token.revoked', sam.userId],
    ])
    expect(JSON.stringify(said)).not.toContain(token)
  })

  it('ask who is there again', async () => {
    const { body } = await send<NewApiToken>('POST', own, order)
    browser.person = { ...sam, provenSecondsAgo: 15 * 60 + 1 }
    expect(codeOf(await send('POST', own, order))).toEqual([403, 'sign_in_again'])
    expect(codeOf(await send('POST', `${own}/${body.id}/revoke`))).toEqual([403, 'sign_in_again'])
    browser.person = null
    expect(codeOf(await send('GET', own))).toEqual([401, 'unauthenticated'])
    expect(codeOf(await send('POST', own, order, { origin: 'https://x.example' }))).toEqual([
      403,
      'foreign_origin',
    ])
    browser.person = { ...sam, mustChangePassword: true }
    expect(codeOf(await send('POST', own, order))).toEqual([403, 'password_change_needed'])
  })

  it('are seen and revoked by owners of the shop only', async () => {
    const { body } = await send<NewApiToken>('POST', own, order)
    const { token: _token, ...item } = body
    browser.person = { ...sam, userId: app.owner.actor.userId }
    const all = await send<ApiTokenList>('GET', '/shops/sandbox/api-tokens')
    expect(all.body.items).toContainEqual(item)
    expect((await send<OwnTokenList>('GET', own)).body.items).toEqual([])
    expect(codeOf(await send('POST', `${own}/${item.id}/revoke`))).toEqual([404, 'not_found'])
    expect(codeOf(await send('POST', `/shops/sandbox/api-tokens/x/revoke`))).toEqual([404, 'not_found'])
    const revoked = await send('POST', `/shops/sandbox/api-tokens/${item.id}/revoke`)
    expect(revoked.body).toMatchObject({ id: item.id, state: 'revoked' })
  })

  it('are not made for who loses the shop at the same moment', async () => {
    const { db } = app.engine
    const whereSam = and(eq(memberships.shopId, 'sandbox'), eq(memberships.userId, sam.userId))
    let making: ReturnType<typeof send> | undefined
    // As people.ts does: the lock, the change, and then the tokens made so far.
    await db.transaction(async (tx) => {
      await tx.select().from(shops).where(eq(shops.id, 'sandbox')).for('no key update')
      making = send('POST', own, order)
      await Promise.race([making, sleep(500)])
      await tx.update(memberships).set({ disabledAt: new Date() }).where(whereSam)
    })
    expect((await making)?.status).toBe(422)
    expect(await db.$count(apiTokens, eq(apiTokens.userId, sam.userId))).toBe(0)
  })

  it('say what is wrong on its field', async () => {
    const wrong = { shop: otherShop, name: ' ', scopes: [], days: 367, networks: ['nowhere'], more: 1 }
    const { status, body } = await send('POST', own, wrong)
    expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([
      422,
      ['days', 'more', 'name', 'networks.0', 'scopes'],
    ])
    for (const shop of [otherShop, 'no-shop', 'a\0b'])
      expect((await send('POST', own, { ...order, shop })).body.errors).toHaveProperty('shop')
    const beyond = await send('POST', own, { ...order, scopes: ['products.write'] })
    expect(beyond.body.errors).toEqual({ scopes: ['You do not have all of these rights yourself'] })
    expect(await send<OwnTokenList>('GET', own)).toMatchObject({ body: { items: [] } })
  })

  it('are for one shop of several', async () => {
    await app.engine.db.insert(memberships).values({ shopId: otherShop, userId: sam.userId, role: 'owner' })
    const { body } = await send<NewApiToken>('POST', own, order)
    const headers = { authorization: `Bearer ${body.token}` }
    const { networks: _networks, ...anywhere } = order
    const free = await send<NewApiToken>('POST', own, { ...anywhere, networks: [] })
    expect(codeOf(await send('GET', '/shops/sandbox/products', undefined, headers))).toEqual([
      403,
      'token_address',
    ])
    const with_ = { authorization: `Bearer ${free.body.token}` }
    expect((await send('GET', '/shops/sandbox/products', undefined, with_)).status).toBe(200)
    expect(codeOf(await send('GET', `/shops/${otherShop}/products`, undefined, with_))).toEqual([
      404,
      'not_found',
    ])
    await app.engine.db.delete(memberships).where(eq(memberships.userId, sam.userId))
  })
})
