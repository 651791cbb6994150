import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import type { NextAuthOptions } from 'next-auth'
import { decode, encode, type JWT } from 'next-auth/jwt'
import type { Problem } from '@/lib/core/api/problem'
import { hashPassword } from '@/lib/core/server/accounts/passwords'
import { beginSession, endSessionsOf } from '@/lib/core/server/accounts/sessions'
import { signedIn } from '@/lib/core/server/auth/actor'
import { authOptions } from '@/lib/core/server/auth/options'
import { config } from '@/lib/core/server/config/config'
import { factors } from '@/lib/core/server/tables/factors'
import { sessions, signInFailures, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { addMember, testApplication, testPerson } from '../../testing/application'

/** Mocked, because next-auth's cookies need Next's request scope. It reads the browser's token. */
let cookie = ''
vi.unmock('@/lib/core/server/auth/actor')
vi.mock('next-auth', () => ({
  getServerSession: async (options: NextAuthOptions) => {
    const token = await decode({ token: cookie, secret: options.secret ?? '' })
    return token && options.callbacks?.session?.({ session: { expires: '' }, token } as never)
  },
}))
vi.mock('next/headers', () => ({ headers: async () => new Headers() }))

const password = 'a password of the owner'
const next = 'some other password of theirs'

type Provider = { authorize: (input: Record<string, string>) => Promise<unknown> }

onEachEngine('session tokens of people who prove again who they are', (kind) => {
  const app = testApplication(kind)
  const device = { address: '192.0.2.1', userAgent: 'A browser' }
  let userId: string
  let first: string

  const contentOf = (token: string) => decode({ token, secret: config.get().authSecret })
  const begin = async (of: string): Promise<string> => {
    const user = { id: of, version: 1, ...(await beginSession(app.engine.db, of, device)) }
    const token = await authOptions().callbacks!.jwt!({ token: {}, user } as never)
    return encode({ token, secret: config.get().authSecret })
  }
  beforeEach(async () => {
    const { db } = app.engine
    userId = app.owner.actor.userId
    await db.delete(sessions)
    await db.delete(signInFailures)
    await db.delete(factors)
    await db
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(users.id, userId))
    cookie = first = await begin(userId)
  })

  const post = async (path: string, body?: unknown) => {
    const init = { method: 'POST', body: body === undefined ? undefined : JSON.stringify(body) }
    const answer = await fetch(`${app.url}/api/account/${path}`, init)
    const [set] = answer.headers.getSetCookie()
    return { status: answer.status, body: (await answer.json()) as Partial<Problem>, set }
  }
  /** Sends it with this token. Returns the new one. */
  const renewedBy = async (token: string, path: string, body: unknown): Promise<string> => {
    cookie = token
    const { status, set } = await post(path, body)
    expect(status).toBe(200)
    return /^next-auth\.session-token=([^;]+);/.exec(set ?? '')?.[1] ?? ''
  }
  const prove = (token: string) => renewedBy(token, 'proof', { password })
  const seen = async (token: string) => {
    cookie = token
    return signedIn()
  }
  const check = async (token: string) => {
    cookie = token
    const { status, body } = await post('proof/check')
    return body.code ?? status
  }
  const forget = () => app.engine.db.update(sessions).set({ provenAt: sql`now() - interval '1 hour'` })
  const passGrace = () =>
    app.engine.db.update(sessions).set({ previousUntil: sql`now() - interval '1 second'` })
  const signOut = async (token: string) =>
    authOptions().events!.signOut!({ token: (await contentOf(token)) as JWT } as never)

  it.each([
    ['a proof', 'proof', { password }],
    ['a new password', 'password', { current: password, password: next }],
  ])('%s brings a new token, and the old one ends', async (_name, path, body) => {
    await forget()
    const second = await renewedBy(first, path, body)
    const [before, after] = [await contentOf(first), await contentOf(second)]
    expect(after).toMatchObject({ sub: userId, version: 1, endsAt: before?.endsAt })
    expect(after?.session).not.toBe(before?.session)
    expect(after?.exp).toBeLessThanOrEqual(Math.ceil(Number(before?.endsAt) / 1000))
    expect([await check(first), await check(second)]).toEqual(['sign_in_again', 200])
    await passGrace()
    expect([await check(first), await check(second)]).toEqual(['unauthenticated', 200])
    expect(await app.engine.db.$count(sessions)).toBe(1)
  })

  it('a proof from before the clock was put back is none', async () => {
    await app.engine.db.update(sessions).set({ provenAt: sql`now() + interval '5 hours'` })
    expect(await check(first)).toBe('sign_in_again')
  })

  it('a new password alone is no proof of who has a second factor', async () => {
    const { db } = app.engine
    const passkey = { id: crypto.randomUUID(), userId, kind: 'passkey', name: 'Laptop' } as const
    await db.insert(factors).values({ ...passkey, confirmedAt: sql`now()` })
    const change = (token: string, current: string, other: string) =>
      renewedBy(token, 'password', { current, password: other })
    const second = await change(first, password, next)
    expect(await check(second)).toBe(200)
    await forget()
    const third = await change(second, next, password)
    expect(await check(third)).toBe('sign_in_again')
  })

  it.each(['password', 'email'])(
    'a sign-in begins no session if the %s changed meanwhile',
    async (changed) => {
      const { email } = app.owner.actor
      const signInWhile = (replaced: () => Promise<null>) => {
        const visit = {
          ...device,
          browsers: { cookie: undefined, secret: '' },
          trusted: undefined,
          replaced,
          signedInAs: async () => null,
        }
        const [provider] = authOptions(visit).providers as unknown as [{ options: Provider }]
        return provider.options.authorize({ email, password })
      }
      expect(await signInWhile(async () => null)).toMatchObject({ id: userId })
      const change = {
        password: { current: password, password: next },
        email: { email: 'other@shop.example' },
      }
      const late = await signInWhile(async () => {
        expect((await post(changed, change[changed as keyof typeof change])).status).toBe(200)
        return null
      })
      expect(late).toBeNull()
      expect(await app.engine.db.$count(sessions)).toBe(1)
      const { rows } = await app.engine.db.execute<{ action: string; reason: string }>(
        sql`SELECT action, detail->>'reason' AS reason FROM activity WHERE action LIKE 'sign_in.%' ORDER BY id DESC LIMIT 2`,
      )
      expect(rows).toEqual([
        { action: 'sign_in.failed', reason: 'wrong_password' },
        { action: 'sign_in.succeeded', reason: 'new_browser' },
      ])
      await app.engine.db.update(users).set({ email }).where(eq(users.id, userId))
    },
  )

  it('sets the cookie as sign-in does, and none at a wrong proof', async () => {
    const { set } = await post('proof', { password })
    expect(set).toMatch(/^next-auth\.session-token=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    const { status, set: none } = await post('proof', { password: 'wrong' })
    expect([status, none]).toEqual([422, undefined])
    const plain = config.get()
    config.set({ ...plain, appUrl: 'https://shop.example' })
    const { set: secure } = await post('proof', { password })
    config.set(plain)
    expect(secure).toMatch(/^__Host-next-auth\.session-token=.*; Secure$/)
  })

  it('lets requests under way use the old token, without its proof', async () => {
    const second = await prove(first)
    const [old, current] = [await seen(first), await seen(second)]
    expect([old?.userId, current?.userId]).toEqual([userId, userId])
    expect(old?.provenSecondsAgo).toBeUndefined()
    expect(current?.provenSecondsAgo).toBeLessThan(60)
    expect(old?.session).toBe(current?.session)
  })

  it('renews twice in a row, also by the old one', async () => {
    const second = await prove(first)
    const third = await prove(second)
    expect([await seen(first), (await seen(second))?.userId]).toEqual([null, userId])
    const fourth = await prove(second)
    expect(await check(fourth)).toBe(200)
    expect([await check(second), await check(third)]).toEqual(['unauthenticated', 'sign_in_again'])
    await passGrace()
    expect([await seen(third), (await seen(fourth))?.userId]).toEqual([null, userId])
  })

  it.each(['within the grace', 'after it'])('signing out with the old one ends it, %s', async (when) => {
    const second = await prove(first)
    if (when === 'after it') await passGrace()
    await signOut(first)
    expect([await seen(first), await seen(second)]).toEqual([null, null])
  })

  it('recognises this session by either token, in the list and when others end', async () => {
    const other = await begin(userId)
    const second = await prove(first)
    cookie = first
    const list = await fetch(`${app.url}/api/account/sessions`)
    const { items } = (await list.json()) as { items: { id: string; is_current: boolean }[] }
    const ids = [(await contentOf(second))?.session, (await contentOf(other))?.session]
    expect(items.map(({ id, is_current: isCurrent }) => [id, isCurrent])).toEqual([
      [ids[0], true],
      [ids[1], false],
    ])
    cookie = second
    expect((await post('sessions/end-others')).body).toEqual({ ended: 1 })
    // A request that began before the proof still has the old ID.
    expect(await endSessionsOf(app.engine.db, userId, (await contentOf(first))?.session)).toBe(0)
    expect((await post(`sessions/${(await contentOf(first))?.session}/end`)).body).toEqual({ ended: 1 })
    expect(await seen(second)).toBeNull()
  })

  it('leaves sessions of others unchanged, and starts none for people without one', async () => {
    const ben = testPerson('Ben')
    await addMember(app.engine, ben, 'support')
    const his = await begin(ben.userId)
    const hisRows = () => app.engine.db.select().from(sessions).where(eq(sessions.userId, ben.userId))
    const before = await hisRows()
    const second = await prove(first)
    expect(await hisRows()).toEqual(before)
    cookie = his
    const own = (await contentOf(second))?.session
    const old = (await contentOf(first))?.session
    for (const id of [own, old]) expect((await post(`sessions/${id}/end`)).status).toBe(404)
    cookie = await encode({
      token: { ...(await contentOf(his)), session: old },
      secret: config.get().authSecret,
    })
    expect(await signedIn()).toBeNull()
  })
})
