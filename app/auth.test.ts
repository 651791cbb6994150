import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Session, User } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import type { Problem } from '@/lib/contracts/problem'
import { signedIn } from '@/lib/server/auth/actor'
import { authOptions } from '@/lib/server/auth/options'
import { users } from '@/lib/server/tables/users'
import { forgetEndedSessions } from '@/lib/server/users/end-session'
import { POST } from './api/auth/[...nextauth]/route'
import { openTestApplication, type TestApplication } from './testing'

/** next-auth's handler and cookies need Next's request scope: the handler says what it was given. */
let token: JWT | null = null
vi.mock('next-auth', () => ({
  default: async (request: NextRequest) =>
    Response.json({ form: Object.fromEntries(await request.formData()), path: request.nextUrl.pathname }),
  getServerSession: async () => (token ? sessionOf(token) : null),
}))

let app: TestApplication
beforeAll(async () => {
  app = await openTestApplication()
})
afterAll(() => app.close())
beforeEach(() => {
  token = null
})

const { callbacks, events } = {
  callbacks: () => authOptions().callbacks!,
  events: () => authOptions().events!,
}
const sessionOf = (from: JWT) =>
  callbacks().session!({ session: { expires: '' } as Session, token: from } as never)
async function signInAs(userId: string, version = 1): Promise<JWT> {
  const user = { id: userId, version } as User
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
  await forgetEndedSessions(app.engine.db)
  expect(await sees(here)).toBeUndefined()
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

const post = async (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', body, headers: { ...type, ...headers }, duplex: 'half' as const }
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
