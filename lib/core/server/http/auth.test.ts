import { sql } from 'drizzle-orm'
import { NextRequest } from 'next/server'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Session, User } from 'next-auth'
import { decode, encode, type JWT } from 'next-auth/jwt'
import type { Problem } from '@/lib/core/problem'
import { signedIn } from '@/lib/core/server/auth/actor'
import { unattendedHeader } from '@/lib/core/session'
import { config } from '@/lib/core/server/config'
import { authOptions, type Visit } from '@/lib/core/server/auth/options'
import { sessions, users } from '@/lib/core/server/tables/users'
import { signInCookies, visitOf } from '@/lib/core/server/auth/visit'
import { beginSession, forgetOldSessions } from '@/lib/core/server/accounts/sessions'
import { GET, POST } from '../../../../app/api/auth/[...nextauth]/route'
import { testApplication } from '../../../testing/application'

/** Mocked, because next-auth's handler and cookies need Next's request scope. The handler returns what it was given. */
let token: JWT | null = null
vi.mock('next-auth', () => ({
  default: async (request: NextRequest) =>
    Response.json({ form: Object.fromEntries(await request.formData()), path: request.nextUrl.pathname }),
  getServerSession: async () => (token ? sessionOf(token) : null),
}))
let given: Record<string, string> = {}
vi.mock('next/headers', () => ({ headers: async () => new Headers(given) }))

const app = testApplication()
beforeEach(() => {
  token = null
  given = {}
})

const { callbacks, events } = {
  callbacks: () => authOptions().callbacks!,
  events: () => authOptions().events!,
}
const sessionOf = (from: JWT) =>
  callbacks().session!({ session: { expires: '' } as Session, token: from } as never)
async function signInAs(userId: string, version = 1): Promise<JWT> {
  const began = await beginSession(app.engine.db, userId, { address: '192.0.2.1', userAgent: 'A browser' })
  const user = { id: userId, version, ...began } as User
  return callbacks().jwt!({ token: {}, user } as never)
}

it('ends one session at sign-out, whoever kept its token, and no other', async () => {
  const { userId } = app.owner.actor
  const [here, there] = [await signInAs(userId), await signInAs(userId)]
  const sees = async (one: JWT) => {
    token = one
    return (await signedIn())?.userId
  }
  expect([await sees(here), await sees(there)]).toEqual([userId, userId])
  await events().signOut!({ token: here } as never)
  await events().signOut!({ token: here } as never)
  await events().signOut!({ token: null } as never)
  expect([await sees(here), await sees(there)]).toEqual([undefined, userId])
  expect(await sees(await callbacks().jwt!({ token: here } as never))).toBeUndefined()
  await forgetOldSessions(app.engine.db)
  expect(await sees(here)).toBeUndefined()
})

it.each([
  ['/shops/demo?a=b', 'http://own.example/shops/demo?a=b'],
  ['http://own.example/shops', 'http://own.example/shops'],
  ['//elsewhere.example', 'http://own.example'],
  ['/\\elsewhere.example', 'http://own.example'],
  ['https://elsewhere.example/', 'http://own.example'],
  ['http://own.example@elsewhere.example/', 'http://own.example'],
  ['javascript:alert(1)', 'http://own.example'],
  // next-auth's own rule fails at these.
  ['http://own.example:80.elsewhere.example/', 'http://own.example'],
  ['http://[', 'http://own.example'],
  ['not an address', 'http://own.example/not%20an%20address'],
])('leads to no other host after signing in or out, and fails at no text: %s', async (url, expected) => {
  expect(await callbacks().redirect!({ url, baseUrl: 'http://own.example' })).toBe(expected)
})

it('knows nobody by a session that is over, has no ID or is of an earlier version', async () => {
  const { userId } = app.owner.actor
  const made = await signInAs(userId)
  for (const change of [
    { endsAt: Date.now() - 1 },
    { session: undefined },
    { version: 2 },
    { sub: undefined },
  ]) {
    token = { ...made, ...change }
    expect(await signedIn()).toBeNull()
  }
  token = made
  await app.engine.db.update(users).set({ disabledAt: new Date() })
  expect(await signedIn()).toBeNull()
  await app.engine.db.update(users).set({ disabledAt: null })
})

it('ends a session that nobody used for long, whatever an unattended page asks for', async () => {
  const { db } = app.engine
  token = await signInAs(app.owner.actor.userId)
  const idle = config.get().sessionIdleSeconds
  const row = async () => (await db.select().from(sessions)).find(({ id }) => id === token?.session)
  const seen = async () => (await row())?.seenAt.valueOf()
  /** Sets the session's last use to `seconds` ago. */
  const setLastUse = async (seconds: number) => {
    const seenAt = sql`now() - make_interval(secs => ${seconds})`
    await db.update(sessions).set({ seenAt })
    return seen()
  }
  const isSignedIn = async () => (await signedIn()) !== null

  const began = await seen()
  expect(await isSignedIn()).toBe(true)
  expect(await seen()).toBe(began) // The session began less than a minute ago.
  const before = await setLastUse(idle - 60)
  const headers: Record<string, string>[] = [{ [unattendedHeader]: '1' }, { accept: 'text/event-stream' }]
  for (const unattended of headers) {
    given = unattended
    expect(await isSignedIn()).toBe(true)
    expect(await seen()).toBe(before)
  }
  given = { 'user-agent': 'Another browser' }
  expect(await isSignedIn()).toBe(true)
  expect(await seen()).toBeGreaterThan(before! + (idle - 120) * 1000)
  expect(await row()).toMatchObject({ userAgent: 'Another browser' })
  await setLastUse(idle + 1)
  expect(await isSignedIn()).toBe(false)
})

it('tells how long ago somebody proved who they are', async () => {
  const { db } = app.engine
  token = await signInAs(app.owner.actor.userId)
  expect((await signedIn())?.provenSecondsAgo).toBeLessThan(60)
  await db.update(sessions).set({ provenAt: sql`now() - interval '1 hour'` })
  expect((await signedIn())?.provenSecondsAgo).toBeGreaterThan(3590)
})

it('knows nobody by the session of another account, or one that has expired', async () => {
  const { db } = app.engine
  const other = { id: crypto.randomUUID(), email: 'eve@shop.example', name: 'Eve', passwordHash: 'none' }
  await db.insert(users).values(other)
  const mine = await signInAs(app.owner.actor.userId)
  token = { ...(await signInAs(other.id)), session: mine.session }
  expect(await signedIn()).toBeNull()
  token = mine
  await db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await signedIn()).toBeNull()
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = async (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', body, headers: { ...form, ...headers }, duplex: 'half' as const }
  const request = new NextRequest('http://localhost/api/auth/callback/credentials', init)
  return POST(request, { params: Promise.resolve({ nextauth: ['callback', 'credentials'] }) })
}
const codeOf = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return [answer.status, ((await answer.json()) as Problem).code]
}

it('hands a sign-in on as it came', async () => {
  for (const headers of [undefined, { origin: app.appUrl }]) {
    const answer = await post('email=a%40b&password=%C3%BC', headers)
    expect(await answer.json()).toEqual({
      form: { email: 'a@b', password: 'ü' },
      path: '/api/auth/callback/credentials',
    })
  }
})

it('refuses one from another site, and one that is too large, declared or not', async () => {
  expect(await codeOf(await post('email=a', { origin: 'https://elsewhere.example' }))).toEqual([
    403,
    'foreign_origin',
  ])
  const large = `password=${'x'.repeat(16 * 1024)}`
  expect(await codeOf(await post(large, { 'content-length': String(large.length) }))).toEqual([
    413,
    'too_large',
  ])
  expect(await codeOf(await post(new Blob([large]).stream()))).toEqual([413, 'too_large'])
})

it('refuses a body that is not the JSON it says it is, and logs no error', async () => {
  const before = app.logged().length
  for (const body of ['{bad', ''])
    expect(await codeOf(await post(body, { 'content-type': 'application/json' }))).toEqual([400, 'not_json'])
  expect(app.logged().slice(before)).not.toContain('"level":50')
})

it('does not call it an error when the sender of a body hangs up', async () => {
  const before = app.logged().length
  const cut = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('email=a')),
    pull: (controller) => controller.error(new Error('aborted')),
  })
  expect(await codeOf(await post(cut))).toEqual([499, 'request_cancelled'])
  const lines = app.logged().slice(before).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([30])
})

it.each([
  ['GET', 'callback/credentials', 405, 'POST'],
  ['GET', 'signin/credentials', 405, 'POST'],
  ['POST', 'csrf', 405, 'GET, HEAD'],
  ['POST', 'error', 405, 'GET, HEAD'],
  ['GET', 'verify-request', 404, null],
  ['GET', 'callback/email', 404, null],
  ['POST', 'nonsense', 404, null],
  ['POST', '_log', 404, null],
])(
  'answers an address of next-auth that has no use in its own words: %s %s',
  async (method, path, status, allow) => {
    const request = new NextRequest(`http://localhost/api/auth/${path}`, { method })
    const handle = method === 'GET' ? GET : POST
    const answer = await handle(request, { params: Promise.resolve({ nextauth: path.split('/') }) })
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  },
)

it('leads from the address of an error without a name to the sign-in form', async () => {
  const request = new NextRequest('http://localhost/api/auth/error')
  const answer = await GET(request, { params: Promise.resolve({ nextauth: ['error'] }) })
  expect([answer.status, answer.headers.get('location')]).toEqual([307, `${app.appUrl}/sign-in`])
})

const provider = (visit: Visit) =>
  authOptions(visit).providers[0]?.options as {
    authorize: (input: Partial<Record<string, string>>) => Promise<{ id: string } | null>
  }

it.each([
  ['an address over 320 characters', { email: `${'a'.repeat(320)}@shop.example`, password: 'wrong' }],
  ['no address', { password: 'wrong' }],
  ['no password', { email: 'a@shop.example', password: '' }],
  ['a NUL', { email: 'a\0@shop.example', password: 'wrong' }],
])('logs a sign-in with %s, without what was typed', async (_name, input) => {
  const visit = visitOf(new Request('http://localhost/'))
  const before = app.logged().length
  expect(await provider(visit).authorize(input)).toBeNull()
  const lines = app.logged().slice(before).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 30, event: 'sign_in.failed', address: 'unknown', reason: 'invalid' }),
  ])
  expect(lines.join()).not.toMatch(/shop\.example|wrong"/)
})

it('logs one line, and no error, for a session cookie that was sealed with another secret', async () => {
  const sealed = await encode({ token: {}, secret: 'another secret' })
  const secret = config.get().authSecret
  const error = await decode({ token: sealed, secret }).catch((reason: unknown) => reason as Error)
  const logged = (code: string, reason: Error) => {
    const before = app.logged().length
    authOptions().logger?.error?.(code, reason)
    const lines = app.logged().slice(before).trim().split('\n')
    return lines.map((line) => (JSON.parse(line) as { level: number }).level)
  }
  for (const code of ['JWT_SESSION_ERROR', 'SIGNOUT_ERROR'])
    expect([code, logged(code, error as Error)]).toEqual([code, [30]])
  expect(logged('SIGNOUT_ERROR', new Error('the database failed'))).toEqual([50])
})

it('ends the session that a new one replaces, and remembers the browser', async () => {
  const { userId, email } = app.owner.actor
  token = await signInAs(userId)
  const request = new Request('http://localhost/', {
    headers: { cookie: 'a=b; counterfoil.known-browser=x' },
  })
  const visit = visitOf(request)
  expect(visit.browsers.cookie).toBe('x')
  expect(await provider(visit).authorize({ email, password: 'wrong' })).toBeNull()
  expect((await signedIn())?.userId).toBe(userId)
  expect(visit.remembered).toBeUndefined()
  expect(await provider(visit).authorize({ email, password: 'correct horse' })).toMatchObject({ id: userId })
  expect(await signedIn()).toBeNull()
  const [set] = signInCookies(visit)
  expect(set).toMatch(/^counterfoil\.known-browser=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  const https = { ...config.get(), appUrl: 'https://shop.example' }
  const plain = config.get()
  config.set(https)
  expect(signInCookies({ ...visit, remembered: 'x', newlyTrusted: 'y' })[0]).toMatch(
    /^__Host-counterfoil\.known-browser=x; Path=\/;.*; Secure$/,
  )
  config.set(plain)
})

it('keeps its cookies from scripts and other sites, and over HTTPS from plain connections and other hosts', () => {
  const plain = config.get()
  for (const [appUrl, secure] of [
    ['http://localhost:3000', false],
    ['https://shop.example', true],
  ] as const) {
    config.set({ ...plain, appUrl })
    const cookies = Object.values(authOptions().cookies ?? {})
    expect(cookies).toHaveLength(6)
    for (const { name, options } of cookies) {
      expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/', secure })
      expect([name, name.startsWith('__Host-')]).toEqual([name, secure])
      expect(options).not.toHaveProperty('domain')
    }
  }
  config.set(plain)
})

it('clears what the browser keeps at sign-out, and then only', async () => {
  const at = (action: string) =>
    POST(
      new NextRequest(`http://localhost/api/auth/${action}`, { method: 'POST', body: 'a=b', headers: form }),
      {
        params: Promise.resolve({ nextauth: action.split('/') }),
      },
    )
  expect((await at('signout')).headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect((await at('callback/credentials')).headers.get('clear-site-data')).toBeNull()
})
