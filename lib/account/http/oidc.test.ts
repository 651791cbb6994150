import { and, eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { encode } from 'next-auth/jwt'
import { beginSession } from '@/lib/core/server/accounts/sessions'
import { authOptions } from '@/lib/core/server/auth/options'
import { signedIn } from '@/lib/core/server/auth/actor'
import { config } from '@/lib/core/server/config/config'
import { identities, pendingIdentities, sessions, users } from '@/lib/core/server/tables/users'
import { discoverProviders } from '@/lib/start/discover-providers'
import { testApplication } from '../../testing/application'
import { cookieHeader, jar } from './testing-browser'
import { ada, client, providerOf } from './testing-oidc'

vi.unmock('@/lib/core/server/auth/actor')
/** Mocked, because they need Next's request scope. Everything behind them is real. */
vi.mock('next/headers', async () => (await import('./testing-browser')).nextHeaders)
vi.mock('next-auth', async () => (await import('./testing-browser')).nextAuth)

const app = testApplication()
const { provider, begin, signIn, records, linked } = providerOf(app)

const call = async (method: string, path: string, headers = {}) => {
  const answer = await fetch(`${app.url}/api/account/${path}`, { method, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Signs a person in with their password. */
const enter = async (userId: string) => {
  const began = await beginSession(app.engine.db, userId, { address: '192.0.2.7', userAgent: 'A browser' })
  const token = await authOptions().callbacks!.jwt!({
    token: {},
    user: { id: userId, version: 1, ...began },
  } as never)
  jar.set('next-auth.session-token', await encode({ token, secret: config.get().authSecret }))
}

it('sends the browser to the provider with state, nonce and PKCE', async () => {
  const asked = new URL(await begin())
  expect(asked.origin).toBe(provider.issuer)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: client.id,
    scope: 'openid email profile',
    response_type: 'code',
    redirect_uri: `${app.appUrl}/api/auth/callback/company`,
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked.searchParams.get(name)?.length).toBeGreaterThan(20)
})

it('signs in to the account that an identity is linked to, whatever e-mail the provider tells now', async () => {
  await linked()
  expect(await signIn({ email: 'ben@elsewhere.example', email_verified: false })).toBe('/')
  expect(await signedIn()).toMatchObject({ userId: ada.userId, email: ada.email, hasFactor: true })
  expect(await records()).toEqual([['sign_in.succeeded', 'provider', 'company']])
  await app.engine.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ada.userId))
  jar.clear()
  expect(await signIn()).toBe('/sign-in?error=provider_disabled')
  expect(await signedIn()).toBeNull()
})

it('tells who needs a proof that they signed in through a provider, which may be their only way', async () => {
  await linked()
  await signIn()
  expect((await call('GET', 'proof')).body).toMatchObject({ has_passkey: false, provider: 'company' })
  await enter(ada.userId)
  expect((await call('GET', 'proof')).body).toMatchObject({ provider: null })
})

it('accepts `email_verified` as text', async () => {
  expect(await signIn({ email_verified: 'true' })).toBe('/link-account')
})

it('links an account only once its owner has signed in to it and said yes', async () => {
  expect(await signIn()).toBe('/link-account')
  expect(await signedIn()).toBeNull()
  expect(await app.engine.db.$count(identities)).toBe(0)
  expect((await call('POST', 'identities')).status).toBe(401)

  // Another person’s session is not enough.
  const pending = jar.get('counterfoil.identity') ?? ''
  await enter(app.owner.actor.userId)
  expect((await call('POST', 'identities')).body.code).toBe('not_found')
  await enter(ada.userId)
  expect((await call('POST', 'identities', { origin: 'https://elsewhere.example' })).body.code).toBe(
    'foreign_origin',
  )
  await app.engine.db.update(sessions).set({ provenAt: new Date(0) })
  expect((await call('POST', 'identities')).body.code).toBe('sign_in_again')
  await enter(ada.userId)
  expect(await call('POST', 'identities')).toEqual({ status: 200, body: { is_linked: true } })
  expect((await call('POST', 'identities')).body.code).toBe('not_found')
  expect((await records()).slice(-1)).toEqual([['identity.linked', 'consent', 'company']])
  for (const where of [await app.dump(), app.logged()]) expect(where).not.toContain(pending)

  jar.clear()
  expect(await signIn()).toBe('/')
  const { body } = await call('GET', 'identities')
  const [one] = body.items as { id: string; provider: string }[]
  expect(one?.provider).toBe('company')
  const ada2 = cookieHeader()
  jar.clear()
  expect(await signIn()).toBe('/')
  const whereAdas = eq(sessions.userId, ada.userId)
  const byProvider = () => app.engine.db.$count(sessions, and(whereAdas, eq(sessions.provider, 'company')))
  expect(await byProvider()).toBe(2)
  const inAll = await app.engine.db.$count(sessions, whereAdas)
  await enter(app.owner.actor.userId)
  expect((await call('DELETE', `identities/${one?.id}`)).status).toBe(404)
  jar.clear()
  for (const pair of ada2.split('; '))
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  expect((await call('DELETE', `identities/${one?.id}`)).status).toBe(200)
  expect(await byProvider()).toBe(1)
  expect(await app.engine.db.$count(sessions, whereAdas)).toBe(inAll - 1)
  jar.clear()
  expect(await signIn()).toBe('/link-account')
})

it('links an identity without verified e-mail only to the account that is signed in', async () => {
  const entra = { email: undefined, email_verified: undefined, preferred_username: 'ada.l@company.example' }
  expect(await signIn(entra)).toBe('/sign-in?error=provider_unverified')
  await enter(ada.userId)
  const session = jar.get('next-auth.session-token')
  expect(await signIn({ ...entra, sub: 'ada-at-entra' })).toBe('/link-account')
  expect(jar.get('next-auth.session-token')).toBe(session)
  const { pendingIdentityOf } = await import('@/lib/core/server/auth/oidc')
  expect(await pendingIdentityOf(jar.get('counterfoil.identity'))).toMatchObject({
    userId: ada.userId,
    label: 'ada.l@company.example',
  })
  expect(await app.engine.db.$count(identities)).toBe(0)
  expect((await call('GET', 'identities')).body).toMatchObject({
    items: [],
    available: [{ id: 'company' }, { id: 'other' }],
  })
  await enter(app.owner.actor.userId)
  expect((await call('POST', 'identities')).body.code).toBe('not_found')
  await enter(ada.userId)
  expect((await call('POST', 'identities')).status).toBe(200)
  expect((await call('GET', 'identities')).body).toMatchObject({ available: [{ id: 'other' }] })
  jar.clear()
  expect(await signIn({ ...entra, sub: 'ada-at-entra' })).toBe('/')
  expect(await signedIn()).toMatchObject({ userId: ada.userId })
})

it('does not count as a second factor once its provider is removed', async () => {
  await linked()
  expect(await signIn()).toBe('/')
  expect((await signedIn())?.hasFactor).toBe(true)
  const whole = config.get()
  config.set({ ...whole, oidc: whole.oidc.filter(({ id }) => id !== 'company') })
  expect((await signedIn())?.hasFactor).toBe(false)
  config.set({ ...whole, oidc: [] })
  expect((await signedIn())?.hasFactor).toBe(false)
  config.set(whole)
})

it('offers to link an account for a quarter of an hour', async () => {
  await signIn()
  const { pendingIdentityOf } = await import('@/lib/core/server/auth/oidc')
  const token = jar.get('counterfoil.identity')
  expect(await pendingIdentityOf(token)).toMatchObject({ email: ada.email, provider: 'company' })
  expect(await pendingIdentityOf('guess')).toBeNull()
  await app.engine.db.update(pendingIdentities).set({ expiresAt: new Date(Date.now() - 1) })
  expect(await pendingIdentityOf(token)).toBeNull()
})

it('tries each provider at the start, and names those that do not work', async () => {
  const of = (issuer: string) =>
    discoverProviders({ oidc: [{ ...config.get().oidc[0]!, issuer }] }).then(({ lines }) => lines)
  expect(await discoverProviders(config.get())).toEqual({ broken: [], lines: [] })
  expect(await of(`${provider.issuer}/elsewhere`)).toEqual([
    expect.stringMatching(/^OIDC_COMPANY_ISSUER: .* answers 401$/),
  ])
  expect(await of('http://127.0.0.1:9')).toEqual([
    expect.stringMatching(/^OIDC_COMPANY_ISSUER: http:\/\/127\.0\.0\.1:9\/.* cannot be read/),
  ])
  expect(await of(provider.issuer.replace('127.0.0.1', 'localhost'))).toEqual([
    expect.stringContaining('names another issuer'),
  ])
})
