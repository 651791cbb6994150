import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, signInFailures, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { Problem } from '@/lib/core/api/problem'
import { browser } from '@/lib/testing/browser'
import { shopToken } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'

onEachEngine('the limit of reveals of the sandbox shop', (kind) => {
  const app = testApplication(kind)
  let customer: string
  beforeEach(async () => {
    const { db } = app.engine
    browser.person = { ...app.owner.actor, provenSecondsAgo: 0 }
    await db.delete(signInFailures)
    await db.update(shops).set({ revealsPerHour: 4 })
    await db.delete(memberships).where(eq(memberships.shopId, otherShop))
    await db.insert(memberships).values({ shopId: otherShop, userId: browser.person.userId, role: 'owner' })
    await db.delete(activity).where(app.whereShop(activity))
    const { body } = await call('POST', '/customers', { email: 'nina@reader.example', ip: '::1' })
    customer = (body as unknown as { id: string }).id
  })
  const call = async (method: string, path: string, body?: unknown, shop = 'sandbox') => {
    const answer = await fetch(`${app.url}/api/shops/${shop}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Problem }
  }
  const reveal = () => call('POST', `/customers/${customer}/reveal`)
  const revealed = () =>
    app.engine.db.$count(
      activity,
      app.whereShop(
        activity,
        and(eq(activity.action, 'customer.revealed'), sql`${activity.at} > now() - interval '1 minute'`),
      ),
    )
  const setLimit = async (change: object) => {
    const { body } = await call('GET', '/reveal-limit')
    return call('PUT', '/reveal-limit', { ...body, ...change })
  }

  it('stops concurrent requests, says when to retry, and is recorded once', async () => {
    const before = await revealed()
    const all = await Promise.all(Array.from({ length: 12 }, reveal))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(4)
    expect((await revealed()) - before).toBe(4)
    const stopped = all.filter(({ status }) => status === 429)
    expect(stopped).toHaveLength(8)
    expect(stopped[0]?.body.code).toBe('reveal_limit')
    const seconds = Number(stopped[0]?.headers.get('retry-after'))
    expect([seconds > 0, seconds <= 3600]).toEqual([true, true])
    const refusals = await app.engine.db
      .select()
      .from(activity)
      .where(app.whereShop(activity, sql`${activity.detail} ->> 'reason' = 'reveals_per_hour'`))
    expect(refusals).toMatchObject([{ action: 'access.refused', actorId: browser.person?.userId }])
  })

  it('applies per person and shop to all kinds of values, for an hour', async () => {
    for (let n = 0; n < 4; n++) expect((await reveal()).status).toBe(200)
    expect((await call('POST', '/card-tokens/none/reveal')).status).toBe(429)
    expect((await call('POST', '/notifications/none/reveal')).status).toBe(429)
    expect((await call('POST', '/card-tokens/none/reveal', undefined, otherShop)).status).toBe(404)
    const userId = crypto.randomUUID()
    const email = `${userId}@shop.example`
    await app.engine.db.insert(users).values({ id: userId, email, name: 'Sue', passwordHash: 'none' })
    await app.engine.db.insert(memberships).values({ shopId: 'sandbox', userId, role: 'support' })
    const first = browser.person
    browser.person = { userId, email, name: 'Sue', provenSecondsAgo: 0 }
    expect((await reveal()).status).toBe(200)
    browser.person = first
    expect((await reveal()).status).toBe(429)
    await app.engine.db.update(signInFailures).set({ windowEndsAt: sql`now() - interval '1 second'` })
    expect((await reveal()).status).toBe(200)
  })

  it('is raised by an owner, and holds at once', async () => {
    for (let n = 0; n < 4; n++) await reveal()
    expect((await reveal()).status).toBe(429)
    expect((await setLimit({ per_hour: '7' })).body).toMatchObject({ per_hour: 7 })
    expect((await reveal()).status).toBe(200)
    const [last] = await app.engine.db
      .select()
      .from(activity)
      .where(app.whereShop(activity, eq(activity.action, 'shop.reveal_limit_changed')))
    expect(last?.detail).toEqual({ from: 4, to: 7 })
  })

  it.each([[0], [-1], [10_001], ['many'], [''], [null], [1.5]])('refuses %j as a limit', async (limit) => {
    const { status, body } = await setLimit({ per_hour: limit })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['per_hour']])
  })

  it('is kept during concurrent changes, and refused to others than owners', async () => {
    expect((await setLimit({ per_hour: 9, version: 0 })).status).toBe(409)
    await app.engine.db
      .update(memberships)
      .set({ role: 'manager' })
      .where(app.whereShop(memberships, eq(memberships.userId, browser.person!.userId)))
    expect((await call('GET', '/reveal-limit')).status).toBe(403)
    expect((await call('PUT', '/reveal-limit', { version: 1, per_hour: 9 })).status).toBe(403)
    await app.engine.db
      .update(memberships)
      .set({ role: 'owner' })
      .where(app.whereShop(memberships, eq(memberships.userId, browser.person!.userId)))
    expect((await call('GET', '/reveal-limit')).body).toMatchObject({ per_hour: 4 })
  })

  it('does not apply to API tokens, which reveal nothing', async () => {
    const { token } = await shopToken(app.owner, { scopes: ['customers.read', 'personal_data.read'] })
    const answer = await fetch(`${app.url}/api/shops/sandbox/customers/${customer}/reveal`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(403)
    expect(await app.engine.db.$count(signInFailures, sql`key LIKE 'reveals:%'`)).toBe(0)
  })
})
