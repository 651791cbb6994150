import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  api,
  ApiError,
  isSignedOut,
  NetworkError,
  offerSignIn,
  requestAs,
  type SignInReason,
  UnreadableReplyError,
} from './http'

let server: Server
let base = ''
let answer: RequestListener = (_request, response) => response.end()

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))
afterEach(() => {
  answer = (_request, response) => response.end()
})

function replies(status: number, body: string, type = 'application/problem+json') {
  answer = (_request, response) => response.writeHead(status, { 'content-type': type }).end(body)
}
const failure = (path = '/') => api(base + path).catch((error: unknown) => error)

describe('api', () => {
  it('sends JSON and the idempotency key, and answers parsed JSON', async () => {
    let seen: unknown
    answer = (request, response) => {
      const { 'content-type': type, 'idempotency-key': key } = request.headers
      let body = ''
      request
        .on('data', (part) => (body += part))
        .on('end', () => {
          seen = { method: request.method, type, key, body }
          response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"prd_1"}')
        })
    }
    const reply = await api(base, { method: 'POST', body: { name: 'x' }, idempotencyKey: 'k1' })
    expect(reply).toEqual({ id: 'prd_1' })
    expect(seen).toEqual({ method: 'POST', type: 'application/json', key: 'k1', body: '{"name":"x"}' })
  })

  it('names the person whom the page was made for, until it is gone', async () => {
    const seen: unknown[] = []
    answer = (request, response) => {
      seen.push(request.headers['counterfoil-person'])
      response.writeHead(204).end()
    }
    await api(base)
    const [endFirst, endSecond] = [requestAs('usr_1'), requestAs('usr_2')]
    endFirst()
    await api(base)
    await api(base, { isForAnybody: true })
    endSecond()
    await api(base)
    expect(seen).toEqual([undefined, 'usr_2', undefined, undefined])
  })

  it('answers nothing for 204', async () => {
    answer = (_request, response) => response.writeHead(204).end()
    await expect(api(base)).resolves.toBeUndefined()
  })

  it('throws what problem+json says', async () => {
    replies(
      422,
      JSON.stringify({
        code: 'invalid',
        title: 'Some fields need attention',
        detail: 'name is too long',
        errors: { name: ['At most 255'], base: 'odd', junk: [1, 2] },
        correlation_id: 'c-1',
      }),
    )
    const error = await failure()
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      title: 'Some fields need attention',
      detail: 'name is too long',
      errors: { name: ['At most 255'], base: ['odd'] },
      correlationId: 'c-1',
    })
  })

  it('says after how many seconds it may be tried again, where that is said', async () => {
    answer = (_request, response) => response.writeHead(503, { 'retry-after': '12' }).end('{}')
    expect(await failure()).toMatchObject({ retryAfter: 12 })
    answer = (_request, response) => response.writeHead(503, { 'retry-after': 'later' }).end('{}')
    expect(await failure()).toMatchObject({ retryAfter: undefined })
  })

  it.each([
    ['HTML', 502, '<html>Bad gateway</html>'],
    ['nothing', 500, ''],
    ['a JSON string', 500, '"oops"'],
    ['null', 503, 'null'],
  ])('makes an ApiError of %s from a proxy', async (_what, status, body) => {
    replies(status, body, 'text/html')
    const error = await failure()
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status, code: `http_${status}`, errors: {} })
  })

  it('knows who is signed out', async () => {
    replies(401, '{"code":"unauthenticated","title":"Sign in first"}')
    expect(isSignedOut(await failure())).toBe(true)
    replies(403, '{}')
    expect(isSignedOut(await failure())).toBe(false)
    expect(isSignedOut(new Error('other'))).toBe(false)
  })

  it('distinguishes an unreadable success from a failure', async () => {
    replies(200, 'not json', 'application/json')
    expect(await failure()).toBeInstanceOf(UnreadableReplyError)
  })

  it('throws NetworkError when nobody answers, with its cause', async () => {
    answer = (request) => request.socket.destroy()
    const error = await failure()
    expect(error).toBeInstanceOf(NetworkError)
    expect((error as NetworkError).cause).toBeInstanceOf(Error)
  })

  it('lets the caller’s own abort through', async () => {
    const abort = new AbortController()
    abort.abort(new Error('changed my mind'))
    await expect(api(base, { signal: abort.signal })).rejects.toThrow('changed my mind')
  })
})

describe('a request without a session', () => {
  let asked: boolean[] = []
  let reasons: SignInReason[] = []
  let requests: string[] = []
  let withdraw = () => {}
  afterEach(() => withdraw())

  /** Replies with the error `repliesFirst` until someone has signed in. */
  function begin(isSigningIn: boolean, repliesFirst = 401, code = 'unauthenticated') {
    ;[asked, reasons, requests] = [[], [], []]
    let isSignedIn = false
    withdraw = offerSignIn(async ({ orderedAt, reason }) => {
      asked.push(orderedAt !== null)
      reasons.push(reason)
      isSignedIn = isSigningIn
      return isSigningIn
    })
    answer = (request, response) => {
      let body = ''
      request.on('data', (part) => (body += part))
      request.on('end', () => {
        requests.push(`${request.method} ${String(request.headers['idempotency-key'])} ${body}`)
        response
          .writeHead(isSignedIn ? 200 : repliesFirst, { 'content-type': 'application/json' })
          .end(isSignedIn ? '{"id":"prd_1"}' : JSON.stringify({ code, title: 'Sign in first' }))
      })
    }
  }

  it('is sent again unchanged after sign-in', async () => {
    begin(true)
    const order = { method: 'POST', body: { name: 'x' }, idempotencyKey: 'k1' } as const
    expect(await api(base, order)).toEqual({ id: 'prd_1' })
    expect(asked).toEqual([true])
    expect(reasons).toEqual(['session_over'])
    expect(requests).toEqual(Array(2).fill('POST k1 {"name":"x"}'))
  })

  it('is sent again after a recent proof, if one is needed', async () => {
    begin(true, 403, 'sign_in_again')
    const order = { method: 'POST', body: { name: 'x' }, idempotencyKey: 'k1' } as const
    expect(await api(base, order)).toEqual({ id: 'prd_1' })
    expect(reasons).toEqual(['proof_needed'])
    expect(requests).toEqual(Array(2).fill('POST k1 {"name":"x"}'))
  })

  it('fails without a sign-in, and is not sent again', async () => {
    begin(false)
    expect(isSignedOut(await failure())).toBe(true)
    expect(asked).toEqual([false])
    expect(requests).toHaveLength(1)
  })

  it('is sent again once only', async () => {
    begin(true)
    answer = (_request, response) => {
      requests.push('again')
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
    }
    expect(isSignedOut(await failure())).toBe(true)
    expect(requests).toHaveLength(2)
  })

  it('differs from forbidden and failed requests', async () => {
    for (const status of [403, 404, 500, 503]) {
      begin(true, status)
      expect(await failure()).toMatchObject({ status })
      expect(asked).toEqual([])
      expect(requests).toHaveLength(1)
      withdraw()
    }
  })
})
