import { sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Session, User } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import { signedIn } from '@/lib/core/server/auth/actor'
import { unattendedHeader } from '@/lib/core/api/headers'
import { config } from '@/lib/core/server/config/config'
import { authOptions, type Visit } from '@/lib/core/server/auth/options'
import { sessions, users } from '@/lib/core/server/tables/users'
import { signInCookies, visitOf } from '@/lib/core/server/auth/visit'
import { beginSession, forgetOldSessions } from '@/lib/core/server/accounts/sessions'
import { testApplication } from '../../../testing/application'

/** Mocked, because next-auth's cookies and headers need Next's request scope. */
let token: JWT | null = null
vi.unmock('@/lib/core/server/auth/actor')
vi.mock('next-auth', () => ({
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

it('ends one session at sign-out, even for copies of its token, and no other', async () => {
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

it('rejects sessions that ended, have no ID or an earlier version', async () => {
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

it('ends unused sessions, whatever unattended pages request', async () => {
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
  await setLastUse(idle - 60)
  await forgetOldSessions(db)
  expect(await row()).toBeDefined()
  await setLastUse(idle + 1)
  expect(await isSignedIn()).toBe(false)
  await forgetOldSessions(db)
  expect(await row()).toBeUndefined()
})

it('counts a session as used now if its last use was before the clock was put back', async () => {
  const { db } = app.engine
  given = {}
  const ahead = async () => {
    await db.update(sessions).set({ seenAt: sql`now() + interval '30 days'` })
    return new Date(Date.now() + 24 * 3_600_000)
  }
  const seen = async (one: JWT) =>
    (await db.select().from(sessions)).find(({ id }) => id === one.session)?.seenAt
  token = await signInAs(app.owner.actor.userId)
  const tomorrow = await ahead()
  expect(await signedIn()).not.toBeNull()
  expect((await seen(token))?.valueOf()).toBeLessThan(tomorrow.valueOf())
  await ahead()
  await forgetOldSessions(db)
  expect((await seen(token))?.valueOf()).toBeLessThan(tomorrow.valueOf())
})

it('knows how long ago somebody proved their identity', async () => {
  const { db } = app.engine
  token = await signInAs(app.owner.actor.userId)
  expect((await signedIn())?.provenSecondsAgo).toBeLessThan(60)
  await db.update(sessions).set({ provenAt: sql`now() - interval '1 hour'` })
  expect((await signedIn())?.provenSecondsAgo).toBeGreaterThan(3590)
})

it('rejects sessions of other accounts, and expired ones', async () => {
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

it('trusts no browser of a person without a second factor, whatever code it sends', async () => {
  const visit = visitOf(new Request('http://localhost/'))
  const { userId: id, email } = app.owner.actor
  const input = { email, password: 'correct horse', code: '000000', trusts: 'on' }
  expect(await provider(visit).authorize(input)).toMatchObject({ id })
  expect(visit.newlyTrusted).toBeUndefined()
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
