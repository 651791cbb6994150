import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newApiToken } from '@/lib/core/server/api-tokens/format'
import type { ActorContext } from '@/lib/core/server/context'
import { apiTokens } from '@/lib/core/server/tables/api-tokens'
import { activity } from '@/lib/core/server/tables/requests'
import { memberships, signInFailures, users } from '@/lib/core/server/tables/users'
import { singleton } from '@/lib/db/singleton'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { activityOf, ownToken, plainProduct, shopToken, tokenClient } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'

/** What is recorded of wrong tokens, which belong to no shop. */
const whereWrong = and(eq(activity.action, 'api_token.refused'), isNull(activity.shopId))
const door = singleton<unknown>('front-door-opened')

onEachEngine('attacks with API tokens on the sandbox shop', (kind) => {
  const app = testApplication(kind)
  let manager: ActorContext
  beforeEach(async () => {
    door.set(() => {})
    browser.person = null
    const { engine, owner } = app
    await engine.db.delete(signInFailures)
    await engine.db.delete(activity).where(whereWrong)
    singleton('api-token-networks').set(new Map())
    const userId = crypto.randomUUID()
    const email = `${userId}@shop.example`
    await engine.db.insert(users).values({ id: userId, email, name: 'Mia', passwordHash: 'none' })
    await engine.db.insert(memberships).values({ shopId: owner.shop.id, userId, role: 'manager' })
    manager = { ...owner, actor: { userId, email, name: 'Mia', role: 'manager' } }
  })
  afterEach(() => door.set(undefined))

  const { call, saidOf, attempt } = tokenClient(app)
  const reasonsOf = async (id: string) =>
    (await activityOf(app.owner, id, eq(activity.action, 'api_token.refused'))).map(
      ({ detail }) => detail.reason,
    )

  it('a scope that was not given', async () => {
    const { id, token } = await shopToken(app.owner, { scopes: ['checkouts.read'] })
    expect(await saidOf(token)).toEqual([403, 'scope_missing'])
    expect(await saidOf(token)).toEqual([403, 'scope_missing'])
    expect(await reasonsOf(id)).toEqual(['products.read'])
  })

  it.each([
    ['more than the person may', 'manager', ['products.write', 'shop.configure'], 'scopes.1'],
    ['more than a manager may', 'support', ['products.write'], 'scopes'],
    ['one that does not exist', 'manager', ['everything'], 'scopes.0'],
    ['none', 'manager', [], 'scopes'],
  ] as const)('a forged scope: %s', async (_name, role, scopes, field) => {
    await app.engine.db.update(memberships).set({ role }).where(eq(memberships.userId, manager.actor.userId))
    browser.person = { ...manager.actor, provenSecondsAgo: 0 }
    const answer = await fetch(`${app.url}/api/account/api-tokens`, {
      method: 'POST',
      body: JSON.stringify({ shop: 'sandbox', name: 'Mine', days: 1, networks: [], scopes }),
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual([field])
    expect(await app.engine.db.$count(apiTokens, eq(apiTokens.userId, manager.actor.userId))).toBe(0)
  })

  it('an expired one', async () => {
    const { id, token } = await shopToken(app.owner)
    const isIt = app.whereShop(apiTokens, eq(apiTokens.id, id))
    await app.engine.db
      .update(apiTokens)
      .set({ expiresAt: sql`now()` })
      .where(isIt)
    const refusal = await call(token)
    expect([refusal.status, refusal.code]).toEqual([401, 'token_expired'])
    expect(refusal.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(await saidOf(token, { method: 'POST', body: plainProduct })).toEqual([401, 'token_expired'])
    expect(await reasonsOf(id)).toEqual(['expired'])
  })

  it('a revoked one, from that moment', async () => {
    const { id, token } = await shopToken(app.owner)
    expect(await saidOf(token)).toEqual([200, undefined])
    browser.person = { ...app.owner.actor, provenSecondsAgo: 0 }
    const revoke = () => fetch(`${app.url}/api/shops/sandbox/api-tokens/${id}/revoke`, { method: 'POST' })
    expect(await (await revoke()).json()).toMatchObject({ id, state: 'revoked' })
    expect((await revoke()).status).toBe(200)
    expect(await saidOf(token)).toEqual([401, 'token_revoked'])
    const actions = (await activityOf(app.owner, id)).map(({ action }) => action)
    expect(actions).toEqual(['api_token.created', 'api_token.used', 'api_token.revoked', 'api_token.refused'])
  })

  it('one of another shop, which learns nothing about this shop', async () => {
    const other = { ...app.owner, shop: { ...app.owner.shop, id: otherShop } }
    await app.engine.db
      .insert(memberships)
      .values({ shopId: otherShop, userId: app.owner.actor.userId, role: 'owner' })
      .onConflictDoNothing()
    const { id, token } = await shopToken(other)
    const [here, nowhere] = [await saidOf(token), await saidOf(token, { path: '/shops/no-shop/products' })]
    expect(here).toEqual([404, 'not_found'])
    expect(nowhere).toEqual(here)
    const refused = and(eq(activity.subject, id), eq(activity.action, 'api_token.refused'))
    const rows = await app.engine.db.select({ shop: activity.shopId }).from(activity).where(refused)
    expect(rows).toEqual([{ shop: otherShop }])
  })

  it('wrong checksums, truncated tokens, and well-formed ones that nobody made', async () => {
    const { token } = await shopToken(app.owner)
    const swapped = token.slice(0, 10) + (token[10] === 'a' ? 'b' : 'a') + token.slice(11)
    for (const wrong of [swapped, token.slice(0, -1), `${token}0`, newApiToken(), 'x', token.toUpperCase()])
      expect(await saidOf(wrong)).toEqual([401, 'token_invalid'])
    const { detail, address } = activity
    const rows = await app.engine.db.select({ detail, address }).from(activity).where(whereWrong)
    expect(rows).toEqual([{ detail: { reason: 'malformed' }, address: '192.0.2.1' }])
  })

  it('10,000 guesses: refused after a few, without effect on others', async () => {
    const { token } = await shopToken(app.owner)
    const codes = new Map<string, number>()
    const logged = app.logged().length
    for (let round = 0; round < 100; round++) {
      const tried = Array.from({ length: 100 }, () => attempt(newApiToken(), '198.51.100.7'))
      for (const answer of await Promise.all(tried)) {
        const { code } = (await answer.json()) as { code: string }
        const said = `${answer.status} ${code} ${answer.headers.get('retry-after')}`
        codes.set(said, (codes.get(said) ?? 0) + 1)
      }
    }
    expect(Object.fromEntries(codes)).toEqual({
      '401 token_invalid null': 30,
      '429 too_many_attempts 900': 9970,
    })
    // The first and the one above the limit are written side by side, in either order.
    const reason = sql<string>`${activity.detail}->>'reason'`
    const rows = await app.engine.db.select({ reason }).from(activity).where(whereWrong).orderBy(reason)
    expect(rows).toEqual([{ reason: 'limit_of_address' }, { reason: 'unknown' }])
    expect(
      app
        .logged()
        .slice(logged)
        .match(/api_token\.refused/g),
    ).toHaveLength(31)
    expect(await saidOf(token, { from: '198.51.100.7' })).toEqual([200, undefined])
    expect(await saidOf(newApiToken(), { from: '198.51.100.8' })).toEqual([401, 'token_invalid'])
  }, 300_000)

  it('a token in the query, the body or a cookie', async () => {
    const { token } = await shopToken(app.owner, { scopes: ['products.write'] })
    const places = [`?token=${token}`, `?access_token=${token}`, `?authorization=Bearer%20${token}`]
    for (const query of places) {
      const answer = await fetch(`${app.url}/api/shops/sandbox/products${query}`)
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unauthenticated' }])
    }
    const inBody = new URLSearchParams({ access_token: token })
    const posted = await fetch(`${app.url}/api/shops/sandbox/products`, { method: 'POST', body: inBody })
    expect(posted.status).toBe(401)
    const headers = { cookie: `authorization=Bearer ${token}` }
    expect((await fetch(`${app.url}/api/shops/sandbox/products`, { headers })).status).toBe(401)
  })

  it.each([
    'next-auth.session-token=x',
    '__Host-next-auth.session-token=x',
    'a=b; counterfoil.known-browser=x',
  ])('a token together with the cookie %s', async (cookie) => {
    const { token } = await shopToken(app.owner)
    browser.person = app.owner.actor
    expect(await saidOf(token, { headers: { cookie } })).toEqual([400, 'token_with_cookie'])
    expect(await saidOf(token, { headers: { cookie: 'of-a-proxy=x' } })).toEqual([200, undefined])
  })

  it('authorization headers of a proxy in requests of a person, which are no tokens', async () => {
    const { token } = await shopToken(app.owner)
    const cookie = 'next-auth.session-token=x'
    const others = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtaWEifQ.c2lnbmF0dXJl'
    browser.person = app.owner.actor
    expect(await saidOf(others, { headers: { cookie } })).toEqual([200, undefined])
    const origin = 'https://elsewhere.example'
    const posted = { method: 'POST', body: plainProduct, headers: { cookie, origin } }
    expect(await saidOf(others, posted)).toEqual([403, 'foreign_origin'])
    browser.person = null
    expect(await saidOf(others, { headers: { cookie } })).toEqual([401, 'unauthenticated'])
    expect(await saidOf(others)).toEqual([401, 'token_invalid'])
    expect(await saidOf(token, { headers: { cookie } })).toEqual([400, 'token_with_cookie'])
  })

  it('an address that is not allowed', async () => {
    const networks = ['203.0.113.0/24', '2001:db8::/32']
    const { id, token } = await shopToken(app.owner, { networks })
    expect(await saidOf(token)).toEqual([403, 'token_address'])
    expect(await saidOf(token, { headers: { 'x-forwarded-for': '203.0.113.9' } })).toEqual([
      403,
      'token_address',
    ])
    for (const from of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])
      expect(await saidOf(token, { from })).toEqual([200, undefined])
    expect(await reasonsOf(id)).toEqual(['address'])
  })

  it('a person with a lowered role, disabled or removed: the token follows at once', async () => {
    const { token } = await ownToken(manager, {
      scopes: ['products.read', 'products.write', 'personal_data.read'],
    })
    const whereMembership = eq(memberships.userId, manager.actor.userId)
    const write = () => saidOf(token, { method: 'POST', body: plainProduct })
    expect(await write()).toEqual([201, undefined])
    await app.engine.db.update(memberships).set({ role: 'support' }).where(whereMembership)
    expect([await write(), await saidOf(token)]).toEqual([
      [403, 'forbidden'],
      [200, undefined],
    ])
    await app.engine.db
      .update(memberships)
      .set({ disabledAt: sql`now()` })
      .where(whereMembership)
    expect(await saidOf(token)).toEqual([404, 'not_found'])
    await app.engine.db.update(memberships).set({ disabledAt: null, role: 'manager' }).where(whereMembership)
    expect(await write()).toEqual([201, undefined])
    const whereManager = eq(users.id, manager.actor.userId)
    await app.engine.db.update(users).set({ mustChangePassword: true }).where(whereManager)
    expect(await saidOf(token)).toEqual([403, 'password_change_needed'])
    await app.engine.db
      .update(users)
      .set({ mustChangePassword: false, disabledAt: sql`now()` })
      .where(whereManager)
    expect(await saidOf(token)).toEqual([404, 'not_found'])
    await app.engine.db.update(users).set({ disabledAt: null }).where(whereManager)
    await app.engine.db.delete(memberships).where(whereMembership)
    expect(await saidOf(token)).toEqual([404, 'not_found'])
  })

  it('a shop’s token outlives the person who made it, and cannot sign in', async () => {
    const [owner] = await app.engine.db.select().from(users).where(eq(users.id, app.owner.actor.userId))
    const whereManager = eq(memberships.userId, manager.actor.userId)
    await app.engine.db.update(memberships).set({ role: 'owner' }).where(whereManager)
    const { token } = await shopToken(manager)
    await app.engine.db.delete(memberships).where(whereManager)
    expect(await saidOf(token)).toEqual([200, undefined])
    const accounts = await app.engine.db
      .select()
      .from(users)
      .where(sql`${users.email} LIKE 'token:%'`)
    expect(accounts.length).toBeGreaterThan(0)
    for (const account of accounts) expect(account.disabledAt).not.toBeNull()
    expect(owner?.disabledAt).toBeNull()
  })
})
