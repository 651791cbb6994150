import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createCustomer } from '@/lib/customers/server/create'
import { forgetServiceAccounts } from '@/lib/core/server/accounts/service-accounts'
import { signIn } from '@/lib/core/server/accounts/sign-in'
import { apiTokens } from '@/lib/core/server/tables/api-tokens'
import { users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { customerCreate } from '@/lib/gateway/customers/customer'
import type { JobDetail } from '@/lib/jobs/schema'
import { plainProduct, shopToken } from '@/lib/testing/api-tokens'
import { addMember, testApplication, testPerson } from '@/lib/testing/application'
import { apiOf } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'

onEachEngine('the account of a shop’s API token in the sandbox shop', (kind) => {
  const app = testApplication(kind)
  const api = apiOf<JobDetail>(app)
  const call = <Body = JobDetail>(token: string, method: string, path: string, body?: unknown) =>
    api<Body>(method, path, body, { authorization: `Bearer ${token}` })
  const revoke = (id: string) =>
    app.engine.db
      .update(apiTokens)
      .set({ revokedAt: sql`now()` })
      .where(app.whereShop(apiTokens, eq(apiTokens.id, id)))

  it('orders jobs in its own name, which stop when the token is revoked', async () => {
    const scopes = ['products.write', 'jobs.read'] as const
    const till = await shopToken(app.owner, { name: 'Till', scopes: [...scopes] })
    const watcher = await shopToken(app.owner, { scopes: ['products.write', 'jobs.read'] })
    const made = await call<{ id: string }>(till.token, 'POST', '/products', plainProduct)
    expect(made.status).toBe(201)
    const order = async (amount: number) => {
      const { status, body } = await call(till.token, 'POST', '/products/bulk', {
        operation: { kind: 'set_price', amount, currency: 'EUR' },
        selection: { ids: [made.body.id] },
      })
      expect([status, body.created_by]).toEqual([202, 'Till'])
      return body.id
    }
    const inState = (id: string, state: JobDetail['state']) =>
      eventually(async () => {
        const { body } = await call(watcher.token, 'GET', `/jobs/${id}`)
        expect(body.state).toBe(state)
        return body
      })
    const first = await order(700)
    await inState(first, 'planned')
    expect((await call(till.token, 'POST', `/jobs/${first}/run`)).status).toBe(200)
    expect(await inState(first, 'done')).toMatchObject({ counts: { done: 1 } })

    const second = await order(800)
    await inState(second, 'planned')
    await revoke(till.id)
    expect((await call(till.token, 'POST', `/jobs/${second}/run`)).status).toBe(401)
    expect((await call(watcher.token, 'POST', `/jobs/${second}/run`)).status).toBe(200)
    expect(await inState(second, 'failed')).toMatchObject({ failure: 'token_revoked' })
  }, 120_000)

  it('sees no people in the rows of imports without the scope for personal data', async () => {
    const scopes = ['customers.import', 'customers.export', 'jobs.read'] as const
    const masked = await shopToken(app.owner, { scopes: [...scopes] })
    const open = await shopToken(app.owner, { scopes: [...scopes, 'personal_data.read'] })
    const read = async (token: string, path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${app.url}/api/shops/sandbox${path}`, { ...init, headers })
      return { status: answer.status, text: await answer.text() }
    }
    const file = 'first_name,email\nNina,nina@reader.example\nOla,nobody'
    const made = await read(masked.token, '/customers/import', { method: 'POST', body: file })
    const { id } = JSON.parse(made.text) as { id: string }
    await eventually(async () => {
      const { body } = await call(masked.token, 'GET', `/jobs/${id}`)
      expect(body.state).toBe('planned')
    })
    const rows = await read(masked.token, `/jobs/${id}/rows`)
    expect(rows.status).toBe(200)
    expect((JSON.parse(rows.text) as { items: unknown[] }).items).toHaveLength(2)
    expect(rows.text).not.toMatch(/nina|ola|nobody/i)
    for (const path of [`/jobs/${id}`, '/jobs'])
      expect((await read(masked.token, path)).text).not.toMatch(/nina|ola|nobody/i)
    expect((await read(open.token, `/jobs/${id}`)).text).toContain('nina@reader.example')
    expect((await read(masked.token, `/jobs/${id}/report`)).status).toBe(403)
    expect((await read(open.token, `/jobs/${id}/rows`)).text).toContain('nina@reader.example')
    expect((await read(open.token, `/jobs/${id}/report`)).text).toContain('nobody')
  }, 60_000)

  it('sees no e-mail address in the reasons of rows without the scope for personal data', async () => {
    const email = 'nameless@reader.example'
    await createCustomer(app.owner, customerCreate.parse({ email, ip: '192.0.2.7' }))
    const { token } = await shopToken(app.owner, { scopes: ['customers.import', 'jobs.read'] })
    const headers = { authorization: `Bearer ${token}` }
    const body = `external_id,email,ip\n1,${email},192.0.2.8`
    const path = `${app.url}/api/shops/sandbox/customers/import`
    const { id } = (await (await fetch(path, { method: 'POST', body, headers })).json()) as JobDetail
    await eventually(async () => {
      expect((await call(token, 'GET', `/jobs/${id}`)).body.state).toBe('planned')
    })
    const { body: rows } = await call<{ items: object[] }>(token, 'GET', `/jobs/${id}/rows`)
    expect(rows.items).toMatchObject([
      { state: 'skipped', errors: { base: [expect.stringContaining('n•••@')] } },
    ])
    expect(JSON.stringify(rows)).not.toContain(email)
  }, 60_000)

  it('is not made for somebody who was demoted meanwhile', async () => {
    const demoted = testPerson('Dee')
    await addMember(app.engine, demoted, 'support')
    const late = { ...app.owner, actor: { ...app.owner.actor, ...demoted } }
    const tokens = await app.engine.db.$count(apiTokens)
    await expect(shopToken(late)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await app.engine.db.$count(apiTokens)).toBe(tokens)
  })

  it('cannot be signed in with, and goes when its token is gone with the shop', async () => {
    const { id } = await shopToken(app.owner)
    const [token] = await app.engine.db.select().from(apiTokens).where(eq(apiTokens.id, id))
    const accounts = () => app.engine.db.$count(users, eq(users.id, token?.userId ?? ''))
    const browsers = { cookie: undefined, secret: 'secret' }
    for (const password of ['none', '', id]) {
      const attempt = { email: `token:${token?.userId}`, password, address: '192.0.2.1', browsers }
      expect(await signIn(app.engine.db, attempt)).toEqual({ isSignedIn: false, reason: 'wrong' })
    }
    const people = await app.engine.db.$count(users, sql`${users.email} NOT LIKE 'token:%'`)
    await forgetServiceAccounts(app.engine.db)
    expect(await accounts()).toBe(1)
    await app.engine.db.delete(apiTokens).where(eq(apiTokens.id, id))
    await forgetServiceAccounts(app.engine.db)
    expect(await accounts()).toBe(0)
    expect(await app.engine.db.$count(users, sql`${users.email} NOT LIKE 'token:%'`)).toBe(people)
  })
})
