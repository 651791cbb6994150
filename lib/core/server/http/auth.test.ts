import { NextRequest } from 'next/server'
import { expect, it, vi } from 'vitest'
import { decode, encode } from 'next-auth/jwt'
import type { Problem } from '@/lib/core/api/problem'
import { config } from '@/lib/core/server/config/config'
import { authOptions } from '@/lib/core/server/auth/options'
import { GET, POST } from '../../../../app/api/auth/[...nextauth]/route'
import { testApplication } from '../../../testing/application'

/** Mocked, because next-auth's handler needs Next's request scope. It returns what it was given. */
vi.mock('next-auth', () => ({
  default: async (request: NextRequest) =>
    Response.json({ form: Object.fromEntries(await request.formData()), path: request.nextUrl.pathname }),
}))

const app = testApplication()

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
  expect(await authOptions().callbacks!.redirect!({ url, baseUrl: 'http://own.example' })).toBe(expected)
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

it('does not log an error when a client hangs up', async () => {
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
