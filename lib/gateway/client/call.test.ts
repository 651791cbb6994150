import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { GatewayError } from '../../core/server/errors'
import { correlated } from '../../db/tracing'
import { eventually } from '../../testing/eventually'
import { listen, openTestOffice, testSecret, type TestOffice } from '../../testing/office'
import { callGateway, type Call } from './call'
import { gatewayHealthOf } from './health'
import { forgetGates, setClock } from './testing'

let office: TestOffice
let gateway: Awaited<ReturnType<typeof listen>>
let handler: RequestListener
const seen: { method?: string; url?: string; headers: Record<string, unknown>; body: string }[] = []

beforeAll(async () => {
  gateway = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      handler(request, response)
    })
  })
  office = await openTestOffice('embedded', gateway.url)
})
afterAll(async () => {
  await office.dispose()
  await gateway.close()
})
beforeEach(() => {
  setClock()
})

const reply = z.object({ id: z.string() })
const get = { method: 'GET', reply } as const
const post = { method: 'POST', body: { name: 'Paper', ü: '€' }, reply } as const

const call = (kind: Partial<Call<unknown>> & { method: Call<unknown>['method'] }, path = '/products') =>
  callGateway(office.context, { url: `${gateway.url}${path}`, ...kind })

async function failure(kind: Parameters<typeof call>[0], answer: RequestListener, timeoutMs?: number) {
  forgetGates() // Forgets the failures of earlier calls.
  handler = answer
  seen.length = 0
  const error = await call({ ...kind, timeoutMs }).catch((caught: unknown) => caught)
  if (!(error instanceof GatewayError)) throw new Error(`no GatewayError but ${String(error)}`)
  return error
}

const send =
  (status: number, body: unknown = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

describe('a call to the gateway', () => {
  it('carries the shop’s credentials, and JSON in UTF-8', async () => {
    handler = send(201, { id: 'prd_1', more: true })
    seen.length = 0
    await expect(call(post)).resolves.toEqual({ id: 'prd_1' })
    const [request] = seen
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`361:${testSecret}`, 'utf8').toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/json',
    })
    expect(JSON.parse(request?.body ?? '')).toEqual(post.body)
  })

  it('sends no body and no content type where there is none', async () => {
    handler = send(200, { id: 'x' })
    seen.length = 0
    await call(get)
    expect(seen[0]?.body).toBe('')
    expect(seen[0]?.headers).not.toHaveProperty('content-type')
  })

  it.each<[string, RequestListener]>([
    ['an empty 204', send(204)],
    ['an empty 200', send(200, '')],
    ['the product all the same', send(200, { id: 'prd_1' })],
  ])('takes %s where no body is expected', async (_what, given) => {
    handler = given
    await expect(call({ method: 'PUT', body: {} })).resolves.toBeUndefined()
  })

  it('does not take a proxy’s page for a successful change', async () => {
    handler = send(200, '<h1>Welcome</h1>')
    const error = { code: 'gateway_unreadable', mayHaveHappened: true }
    await expect(call({ method: 'PUT', body: {} })).rejects.toMatchObject(error)
  })

  it('shows in the gateway’s health', async () => {
    handler = send(200, { id: 'x' })
    await call(get)
    expect(gatewayHealthOf(office.context.shop)).toMatchObject({ state: 'ok', failure: null })
    await failure({ ...get, isById: true }, send(404))
    expect(gatewayHealthOf(office.context.shop).state).toBe('ok')
    await failure(get, send(500))
    expect(gatewayHealthOf(office.context.shop)).toMatchObject({
      state: 'unanswered',
      failure: 'gateway_unavailable',
      latency_ms: null,
    })
    expect(gatewayHealthOf({ ...office.context.shop, id: 'another' })).toMatchObject({ state: 'unknown' })
  })

  it.each<[string, (typeof get | typeof post) & { isById?: true }, number, string, string | null]>([
    ['an unknown ID', { ...get, isById: true }, 302, 'ok', null],
    ['a list that leads elsewhere', get, 302, 'unusable', 'gateway_redirect'],
    ['a list that is not found', get, 404, 'unusable', 'gateway_not_found'],
    ['a list that is refused', get, 400, 'unusable', 'gateway_rejected'],
    ['a create that leads elsewhere', post, 301, 'unusable', 'gateway_redirect'],
    ['a create that is not found', post, 404, 'unusable', 'gateway_not_found'],
    ['a create with wrong fields', post, 422, 'ok', null],
    ['credentials that are wrong', get, 401, 'unusable', 'gateway_credentials'],
    ['too many calls', get, 429, 'ok', 'gateway_rate_limited'],
  ])('is judged by the request: %s', async (_name, kind, status, state, code) => {
    await failure(kind, send(status))
    expect(gatewayHealthOf(office.context.shop)).toMatchObject({ state, failure: code })
  })
})

const errors = { name: ['can’t be blank'] }
const cut = (response: ServerResponse) => response.socket?.destroy()

describe('a failure', () => {
  it.each<[string, RequestListener, string, boolean, attempts?: number]>([
    ['401', send(401, 'no'), 'gateway_credentials', false],
    ['403', send(403, { message: 'no' }), 'gateway_credentials', false],
    ['404', send(404, { response: { message: 'Record not found' } }), 'gateway_not_found', false],
    ['302', send(302, { message: 'no such product' }, { location: '/elsewhere' }), 'gateway_redirect', false],
    ['303 to a result', send(303, '', { location: '/products/prd_1' }), 'gateway_redirect', true],
    ['308 to another host', send(308, '', { location: 'http://127.0.0.1:9/' }), 'gateway_redirect', false],
    ['400', send(400, 'bad'), 'gateway_rejected', false],
    ['422 with HTML', send(422, '<h1>no</h1>', { 'content-type': 'text/html' }), 'gateway_rejected', false],
    ['408', send(408, ''), 'gateway_unavailable', true],
    ['500', send(500, 'oops'), 'gateway_unavailable', true],
    ['502 with HTML', send(502, '<h1>Bad gateway</h1>'), 'gateway_unavailable', true, 3],
    ['503', send(503, ''), 'gateway_unavailable', true, 3],
    ['503 for a minute', send(503, '', { 'retry-after': '60' }), 'gateway_unavailable', true],
    ['504', send(504, ''), 'gateway_unavailable', true, 3],
    ['200 with HTML', send(200, '<html>'), 'gateway_unreadable', true],
    ['200 with nothing', send(200, ''), 'gateway_unreadable', true],
    ['200 with another shape', send(200, { uid: 1 }), 'gateway_unreadable', true],
    ['200, errors and more', send(200, { uid: 1, errors: ['odd'] }), 'gateway_unreadable', true],
    ['200 with a message only', send(200, { message: 'Accepted', errors: {} }), 'gateway_unreadable', true],
    ['a cut before the answer', (_request, response) => cut(response), 'gateway_unavailable', true, 3],
    [
      'a cut half-way',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"id":', () => cut(response))
      },
      'gateway_unavailable',
      true,
      3,
    ],
    [
      'an answer that is no HTTP',
      (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
      'gateway_unavailable',
      true,
      3,
    ],
  ])(
    '%s: a write may have happened only where its outcome is not known',
    async (_name, answer, code, lost, attempts = 1) => {
      expect(await failure(get, answer)).toMatchObject({ code, mayHaveHappened: false })
      expect(seen).toHaveLength(attempts) // No redirect is followed, and only an unreached gateway is called again.
      expect(await failure(post, answer)).toMatchObject({ code, mayHaveHappened: lost })
      expect(seen).toHaveLength(1) // A write is never repeated.
    },
  )

  it.each<[string, unknown, Record<string, string[]>]>([
    ['flat', { message: 'Name can’t be blank', errors }, errors],
    ['wrapped', { response: { message: 'Name can’t be blank', errors } }, errors],
    [
      'nested',
      { message: 'Name can’t be blank', errors: { product: errors } },
      { 'product.name': errors.name },
    ],
  ])('errors, %s, have the gateway’s words, also with 200', async (_shape, body, expected) => {
    const words = { code: 'gateway_rejected', detail: 'Name can’t be blank', errors: expected }
    expect(await failure(post, send(422, body))).toMatchObject({ ...words, mayHaveHappened: false })
    expect(await failure(post, send(200, body))).toMatchObject({ ...words, mayHaveHappened: false })
    expect(await failure({ method: 'PUT', body: {} }, send(200, body))).toMatchObject(words)
  })

  it('302 has its description', async () => {
    const answer = send(302, { message: 'Product is not found' }, { location: '/elsewhere' })
    expect(await failure(get, answer)).toMatchObject({ detail: 'Product is not found' })
  })

  it.each<[string | undefined, number]>([
    ['7', 7],
    ['0', 1],
    ['999999', 3600],
    ['soon', 60],
    [undefined, 60],
    [new Date(0).toUTCString(), 1],
    [new Date(Date.now() + 864e5).toUTCString(), 3600],
  ])('429 with Retry-After %s is worth waiting %i seconds', async (header, seconds) => {
    const answer = send(429, 'x'.repeat(100_000), header === undefined ? {} : { 'retry-after': header })
    const expected = { code: 'gateway_rate_limited', mayHaveHappened: false, retryAfterSeconds: seconds }
    expect(await failure(post, answer)).toMatchObject(expected)
  })

  it('is a time-out without an answer, or with half of one', async () => {
    const silent: RequestListener = () => {}
    const slow: RequestListener = (_request, response) => {
      response.writeHead(200)
      response.write('{')
    }
    for (const answer of [silent, slow]) {
      expect(await failure(get, answer, 100)).toMatchObject({
        code: 'gateway_timeout',
        mayHaveHappened: false,
      })
      expect(await failure(post, answer, 100)).toMatchObject({
        code: 'gateway_timeout',
        mayHaveHappened: true,
      })
    }
  })

  it('is unreadable where the reply is too large', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20)
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200)
      const more = () => void (response.destroyed || response.write(chunk, () => setImmediate(more)))
      more()
    }
    expect(await failure(get, endless)).toMatchObject({ code: 'gateway_unreadable', mayHaveHappened: false })
    expect(await failure(post, endless)).toMatchObject({ code: 'gateway_unreadable', mayHaveHappened: true })
  })

  it('has certainly not happened if nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    for (const url of [`http://127.0.0.1:${port}/products`, 'http://no-such-host.invalid/products']) {
      const error = await callGateway(office.context, { ...post, url }).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code: 'gateway_unavailable', mayHaveHappened: false })
    }
  })

  it('leaves no connection behind', async () => {
    const open = new Set<unknown>()
    const counting = await listen((_request, response) => {
      if (!open.has(response.socket)) response.socket?.once('close', () => open.delete(response.socket))
      open.add(response.socket)
      response.writeHead(429).end('x'.repeat(100_000))
    })
    for (let n = 0; n < 20; n++) {
      forgetGates()
      await callGateway(office.context, { ...get, url: counting.url }).catch(() => {})
    }
    await eventually(() => expect(open.size).toBeLessThanOrEqual(2))
    await counting.close()
  })

  it('is logged without secrets, bodies and replies', async () => {
    await failure(post, send(422, { message: 's3cret reply', errors: { name: ['s3cret'] } }))
    await failure(post, (_request, response) => cut(response))
    const text = office.logged()
    expect(text).toContain('gateway_rejected')
    expect(text).toContain('"path":"/products"')
    for (const secret of [testSecret, Buffer.from(`361:${testSecret}`).toString('base64'), 's3cret', 'Paper'])
      expect(text).not.toContain(secret)
  })
})

it('is refused by a server that only a raw connection can be', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await once(connect(port, '127.0.0.1'), 'connect')
  const called = callGateway(office.context, { ...post, url: `http://127.0.0.1:${port}` })
  await expect(called).rejects.toMatchObject({ code: 'gateway_unavailable', mayHaveHappened: true })
  server.close()
})

it('sends the ID of its request, and none outside one', async () => {
  forgetGates()
  handler = send(200, { id: 'prd_1' })
  seen.length = 0
  const id = crypto.randomUUID()
  await correlated(id, () => call(post))
  await call(get)
  expect(seen.map(({ headers }) => headers['x-request-id'])).toEqual([id, undefined])
})
