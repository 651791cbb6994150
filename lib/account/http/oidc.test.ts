import { and, eq } from 'drizzle-orm'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { NextAuthOptions } from 'next-auth'
import { decode, encode } from 'next-auth/jwt'
import { beginSession } from '@/lib/core/server/accounts/sessions'
import { authOptions } from '@/lib/core/server/auth/options'
import { signedIn } from '@/lib/core/server/auth/actor'
import { config } from '@/lib/core/server/config'
import { forgetFailures } from '@/lib/core/server/accounts/sign-in-limits'
import {
  identities,
  pendingIdentities,
  sessions,
  signInFailures,
  users,
} from '@/lib/core/server/tables/users'
import { activity } from '@/lib/core/server/tables/requests'
import { discoverProviders } from '@/lib/start/discover-providers'
import { AuthHandler } from '../../../node_modules/next-auth/core'
import { GET, POST } from '../../../app/api/auth/[...nextauth]/route'
import { testApplication } from '../../testing/application'
import { openOidcProvider } from '../../testing/oidc-provider'

/** The browser: its cookies, which also stand in the headers that Next.js gives. */
const jar = new Map<string, string>()
const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
vi.mock('next/headers', () => ({ headers: async () => new Headers({ cookie: cookieHeader() }) }))

/** next-auth's own handler, without Next's request scope, in which alone its entry for Next.js works. */
vi.mock('next-auth', () => ({
  default: async (
    request: NextRequest,
    { params }: { params: Promise<{ nextauth: string[] }> },
    options: NextAuthOptions,
  ) => {
    const [action, providerId] = (await params).nextauth
    const answer = await AuthHandler({
      req: {
        method: request.method,
        action: action as 'callback',
        providerId,
        cookies: Object.fromEntries(jar),
        headers: Object.fromEntries(request.headers),
        query: Object.fromEntries(request.nextUrl.searchParams),
        body: request.method === 'POST' ? Object.fromEntries(await request.formData()) : {},
      },
      options,
    })
    for (const { name, value } of answer.cookies ?? []) jar.set(name, value)
    const headers = new Headers(answer.redirect ? { location: answer.redirect } : {})
    return new Response(JSON.stringify(answer.body ?? null), { status: answer.redirect ? 302 : 200, headers })
  },
  getServerSession: async (options: NextAuthOptions) => {
    const token = await decode({ token: jar.get('next-auth.session-token'), secret: options.secret ?? '' })
    return token && options.callbacks?.session?.({ session: { expires: '' }, token } as never)
  },
}))

const app = testApplication()
const client = { id: 'counterfoil', secret: 'a-secret-of-the-client' }
const ada = { userId: crypto.randomUUID(), email: 'ada@shop.example' }
let provider: Awaited<ReturnType<typeof openOidcProvider>>

beforeAll(async () => {
  provider = await openOidcProvider(client)
  const oidc = ['company', 'other'].map((id) => ({
    id,
    name: id,
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    rolesClaim: 'groups',
    grants: [],
  }))
  config.set({ ...config.get(), oidc })
  await app.engine.db
    .insert(users)
    .values({ id: ada.userId, email: ada.email, name: 'Ada', passwordHash: 'none' })
})
afterAll(() => provider.close())
beforeEach(async () => {
  jar.clear()
  const { db } = app.engine
  for (const table of [identities, pendingIdentities, activity, sessions, signInFailures])
    await db.delete(table)
  await db.update(users).set({ disabledAt: null })
})

const given = (...path: string[]) => ({ params: Promise.resolve({ nextauth: path }) })
const visit = async (method: 'GET' | 'POST', path: string[], rest = '', form?: Record<string, string>) => {
  const address = `${app.appUrl}/api/auth/${path.join('/')}${rest}`
  const body = form && new URLSearchParams(form).toString()
  const headers = {
    cookie: cookieHeader(),
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': '192.0.2.7',
  }
  const answer = await (method === 'GET' ? GET : POST)(
    new NextRequest(address, { method, headers, body }),
    given(...path),
  )
  for (const cookie of answer.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return answer
}
/** Begins to sign in. Returns the address at the provider that the browser is sent to. */
const begin = async (id = 'company') => {
  const { csrfToken } = (await (await visit('GET', ['csrf'])).json()) as { csrfToken: string }
  const answer = await visit('POST', ['signin', id], '', { csrfToken, callbackUrl: '/', json: 'true' })
  return answer.headers.get('location') ?? ''
}
const seconds = Math.floor(Date.now() / 1000)
const claims = { sub: 'ada-at-company', email: ada.email, email_verified: true }
/** Comes back from the provider. Returns where the browser is sent. */
const comeBack = async (query: Record<string, string>, id = 'company') => {
  const answer = await visit('GET', ['callback', id], `?${new URLSearchParams(query).toString()}`)
  const to = answer.headers.get('location') ?? ''
  return to.replace(app.appUrl, '').replace('/api/auth/error', '/sign-in')
}
const signIn = async (changes: Record<string, unknown> = {}, options = {}) => {
  const address = await begin()
  return comeBack(provider.authorize(address, { ...claims, ...changes }, options))
}
const records = async () =>
  (await app.engine.db.select().from(activity).orderBy(activity.id)).map(({ action, detail }) => [
    action,
    detail.reason,
    detail.provider,
  ])
const linked = () =>
  app.engine.db
    .insert(identities)
    .values({ id: crypto.randomUUID(), userId: ada.userId, provider: 'company', subject: claims.sub })
const call = async (method: string, path: string, headers = {}) => {
  const answer = await fetch(`${app.url}/api/account/${path}`, { method, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Signs somebody in with their password. */
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

it('takes a verified e-mail that is told so in text', async () => {
  expect(await signIn({ email_verified: 'true' })).toBe('/link-account')
})

it('links an account only once its owner has signed in to it and said yes', async () => {
  expect(await signIn()).toBe('/link-account')
  expect(await signedIn()).toBeNull()
  expect(await app.engine.db.$count(identities)).toBe(0)
  expect((await call('POST', 'identities')).status).toBe(401)

  // Somebody else’s session does not do.
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
  const isHers = eq(sessions.userId, ada.userId)
  const byProvider = () => app.engine.db.$count(sessions, and(isHers, eq(sessions.provider, 'company')))
  expect(await byProvider()).toBe(2)
  const inAll = await app.engine.db.$count(sessions, isHers)
  await enter(app.owner.actor.userId)
  expect((await call('DELETE', `identities/${one?.id}`)).status).toBe(404)
  jar.clear()
  for (const pair of ada2.split('; '))
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  expect((await call('DELETE', `identities/${one?.id}`)).status).toBe(200)
  expect(await byProvider()).toBe(1)
  expect(await app.engine.db.$count(sessions, isHers)).toBe(inAll - 1)
  jar.clear()
  expect(await signIn()).toBe('/link-account')
})

it('links what no verified e-mail leads to only to the account that is signed in here, and says who it is', async () => {
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

it('does not count as a second factor once its provider is none of this installation', async () => {
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

it.each([
  [
    'an e-mail that is not verified',
    { email_verified: false },
    '/sign-in?error=provider_unverified',
    'unverified',
  ],
  [
    'an e-mail that is not verified, in text',
    { email_verified: 'false' },
    '/sign-in?error=provider_unverified',
    'unverified',
  ],
  [
    'an e-mail of which nothing is said',
    { email_verified: undefined },
    '/sign-in?error=provider_unverified',
    'unverified',
  ],
  ['no e-mail', { email: undefined }, '/sign-in?error=provider_unverified', 'unverified'],
  [
    'an e-mail without an account',
    { email: 'zoe@shop.example' },
    '/sign-in?error=provider_no_account',
    'no_account',
  ],
  ['another issuer', { iss: 'https://elsewhere.example' }, '/sign-in?error=OAuthCallback', 'wrong_issuer'],
  ['another audience', { aud: 'another-client' }, '/sign-in?error=OAuthCallback', 'wrong_audience'],
  ['another nonce', { nonce: 'x'.repeat(43) }, '/sign-in?error=OAuthCallback', 'wrong_nonce'],
  ['no nonce', { nonce: undefined }, '/sign-in?error=OAuthCallback', 'wrong_nonce'],
  [
    'a token of a clock an hour behind',
    { iat: seconds - 3600, exp: seconds - 3540 },
    '/sign-in?error=OAuthCallback',
    'wrong_time',
  ],
  [
    'a token of a clock an hour ahead',
    { nbf: seconds + 3600, exp: seconds + 3660 },
    '/sign-in?error=OAuthCallback',
    'wrong_time',
  ],
  ['a token that has expired', { exp: 1_000_000_000 }, '/sign-in?error=OAuthCallback', 'wrong_time'],
])('refuses %s, with one line in log and activity', async (_name, changes, to, reason) => {
  const before = app.logged().length
  expect(await signIn(changes)).toContain(to)
  expect(await signedIn()).toBeNull()
  expect(await app.engine.db.$count(pendingIdentities)).toBe(0)
  expect(await records()).toEqual([['sign_in.failed', `provider_${reason}`, 'company']])
  const lines = app
    .logged()
    .slice(before)
    .split('\n')
    .filter((line) => line.includes('sign_in.failed'))
  expect(lines).toHaveLength(1)
  // Repeated, it is logged each time and recorded once.
  await signIn(changes)
  expect(await records()).toHaveLength(1)
})

it('refuses a token that somebody else signed', async () => {
  await linked()
  expect(await signIn({}, { isForeign: true })).toContain('error=OAuthCallback')
  expect(await records()).toEqual([['sign_in.failed', 'provider_wrong_signature', 'company']])
})

it.each([
  ['without a signature', { alg: 'none' }, false],
  ['signed with the secret of the client', { alg: 'HS256' }, false],
  ['that names keys of its own', { kid: 'two', jku: 'foreign-keys' }, true],
])('refuses a token %s', async (_name, { jku, ...header }: Record<string, string>, isForeign) => {
  await linked()
  const named = jku ? { ...header, jku: `${provider.issuer}/${jku}` } : header
  expect(await signIn({}, { isForeign, header: named })).toContain('error=OAuthCallback')
  expect(await signedIn()).toBeNull()
  expect(await records()).toEqual([['sign_in.failed', expect.stringMatching(/^provider_/), 'company']])
})

it('refuses an answer that this browser did not ask for, and one that came before', async () => {
  await linked()
  const address = await begin()
  const back = provider.authorize(address, claims)
  expect(await comeBack({ ...back, state: 'x'.repeat(43) })).toContain('error=OAuthCallback')
  const stolen = provider.authorize(await begin(), claims)
  jar.clear()
  expect(await comeBack(stolen)).toContain('error=OAuthCallback')
  const used = provider.authorize(await begin(), claims)
  expect(await comeBack(used)).toBe('/')
  expect(await comeBack(used)).toContain('error=OAuthCallback')
  await forgetFailures(app.engine.db, ada.email)
  // The same subject at another provider is somebody else.
  jar.clear()
  const other = provider.authorize(await begin('other'), { ...claims, email_verified: false })
  expect(await comeBack(other, 'other')).toBe('/sign-in?error=provider_unverified')
})

it('knows no other provider', async () => {
  const answer = await visit('GET', ['callback', 'nobody'])
  expect(answer.status).toBe(404)
})

it('tries each provider at the start, and says which does not work', async () => {
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
