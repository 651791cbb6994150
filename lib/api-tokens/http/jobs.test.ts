import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { TokenScope } from '@/lib/core/permissions'
import { config } from '@/lib/core/server/config/config'
import type { ActorContext } from '@/lib/core/server/context'
import { apiTokens } from '@/lib/core/server/tables/api-tokens'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { identities, memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { JobDetail } from '@/lib/jobs/schema'
import { jobs } from '@/lib/jobs/server/tables'
import { apiOf, browser } from '@/lib/testing/browser'
import { ownToken, plainProduct } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { eventually } from '@/lib/testing/eventually'

const company = {
  name: 'Company',
  issuer: 'https://id.example',
  clientId: 'counterfoil',
  clientSecret: 'secret',
  rolesClaim: 'groups',
  grants: [],
  demands: { acrValues: [], amr: [], maxAgeMinutes: null },
}

onEachEngine('jobs that a person’s API token ordered in the sandbox shop', (kind) => {
  const app = testApplication(kind)
  let manager: ActorContext
  let product: string
  beforeEach(async () => {
    const { engine, owner } = app
    const userId = crypto.randomUUID()
    const email = `${userId}@shop.example`
    await engine.db.insert(users).values({ id: userId, email, name: 'Mia', passwordHash: 'none' })
    await engine.db.insert(memberships).values({ shopId: owner.shop.id, userId, role: 'manager' })
    manager = { ...owner, actor: { userId, email, name: 'Mia', role: 'manager' } }
    browser.person = owner.actor
    const { body } = await call<{ id: string }>(null, 'POST', '/products', plainProduct)
    product = body.id
  })

  /** With a token, or (null) as who is signed in. */
  const api = apiOf<JobDetail>(app)
  const call = <Body = JobDetail>(token: string | null, method: string, path: string, body?: unknown) =>
    api<Body>(method, path, body, token ? { authorization: `Bearer ${token}` } : {})
  const inState = (id: string, state: JobDetail['state']) =>
    eventually(async () => {
      const { body } = await call(null, 'GET', `/jobs/${id}`)
      expect(body.state).toBe(state)
      return body
    })
  const bulk = (amount: number) => ({
    operation: { kind: 'set_price', amount, currency: 'EUR' },
    selection: { ids: [product] },
  })
  const scopes: TokenScope[] = ['products.write', 'jobs.read']
  const planned = async (token: string | null, amount: number) => {
    const { status, body } = await call(token, 'POST', '/products/bulk', bulk(amount))
    expect(status).toBe(202)
    await inState(body.id, 'planned')
    return body.id
  }
  const run = (id: string) => call(null, 'POST', `/jobs/${id}/run`)

  const needed = { factorRoles: ['manager' as const], factorSince: sql<Date>`now()`, factorGraceDays: 0 }
  const setRule = (rule: Partial<typeof needed>) =>
    app.engine.db.update(shops).set(rule).where(eq(shops.id, 'sandbox'))

  it('act in the name of the person, and name the token', async () => {
    const { id: token, token: text } = await ownToken(manager, { scopes })
    const id = await planned(text, 700)
    expect((await call(text, 'POST', `/jobs/${id}/run`)).status).toBe(200)
    expect(await inState(id, 'done')).toMatchObject({ created_by: 'Mia', counts: { done: 1 } })
    const ended = app.whereShop(activity, and(eq(activity.action, 'task.ended'), eq(activity.subject, id)))
    expect(await app.engine.db.select().from(activity).where(ended)).toMatchObject([
      { actorId: manager.actor.userId, detail: { api_token: token } },
    ])
  }, 60_000)

  it.each([
    ['revoked', { revokedAt: sql<Date>`now()` }, 'token_revoked'],
    ['expired', { expiresAt: sql<Date>`now()` }, 'token_expired'],
    ['left without the scope', { scopes: ['jobs.read'] as TokenScope[] }, 'forbidden'],
  ])(
    'stop when the token is %s',
    async (_, change, failure) => {
      const { id: token, token: text } = await ownToken(manager, { scopes })
      const id = await planned(text, 710)
      await app.engine.db
        .update(apiTokens)
        .set(change)
        .where(app.whereShop(apiTokens, eq(apiTokens.id, token)))
      expect((await run(id)).status).toBe(200)
      expect(await inState(id, 'failed')).toMatchObject({ failure, counts: { done: 0, planned: 1 } })
    },
    60_000,
  )

  it('stop when the person loses the right, or has no second factor that is needed', async () => {
    const { token } = await ownToken(manager, { scopes })
    const mine = app.whereShop(memberships, eq(memberships.userId, manager.actor.userId))
    const id = await planned(token, 720)
    await app.engine.db.update(memberships).set({ role: 'support' }).where(mine)
    await run(id)
    expect(await inState(id, 'failed')).toMatchObject({ failure: 'forbidden' })
    await app.engine.db.update(memberships).set({ role: 'manager' }).where(mine)
    await setRule(needed)
    await run(id)
    expect(await inState(id, 'failed')).toMatchObject({ failure: 'factor_needed' })
    await setRule({ factorRoles: [] })
    await run(id)
    expect(await inState(id, 'done')).toMatchObject({ counts: { done: 1 } })
  }, 60_000)

  it('stop without a second factor that is needed where no token ordered them, too', async () => {
    browser.person = { ...manager.actor }
    const { id } = (await call(null, 'POST', '/products/bulk', bulk(740))).body
    await inState(id, 'planned')
    browser.person = app.owner.actor
    await setRule(needed)
    await run(id)
    expect(await inState(id, 'failed')).toMatchObject({ failure: 'factor_needed', counts: { done: 0 } })
    await setRule({ factorRoles: [] })
    await run(id)
    expect(await inState(id, 'done')).toMatchObject({ counts: { done: 1 } })
  }, 60_000)

  it('take a provider for a second factor only while people sign in there', async () => {
    const { token } = await ownToken(manager, { scopes })
    const id = await planned(token, 750)
    const { userId } = manager.actor
    await app.engine.db
      .insert(identities)
      .values({ id: crypto.randomUUID(), userId, provider: 'company', subject: userId })
    await setRule(needed)
    await run(id)
    expect(await inState(id, 'failed')).toMatchObject({ failure: 'factor_needed' })
    const before = config.get()
    config.set({ ...before, oidc: [{ ...company, id: 'company' }] })
    await run(id)
    expect(await inState(id, 'done')).toMatchObject({ counts: { done: 1 } })
    config.set(before)
    await setRule({ factorRoles: [] })
  }, 60_000)

  it('never exceed their scopes when they start a job of a person', async () => {
    const id = await planned(null, 730)
    const { id: token, token: text } = await ownToken(manager, { scopes })
    expect((await call(text, 'POST', `/jobs/${id}/run`)).status).toBe(200)
    await inState(id, 'done')
    const [job] = await app.engine.db
      .select()
      .from(jobs)
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    expect(job?.apiToken).toBe(token)
  }, 60_000)
})
