import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text as allOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { frontDoorListener, malformedRequestListener } from '@/lib/door/front-door.mjs'
import { answerOtherProtocols } from '@/lib/door/other-protocols.mjs'
import type { Problem } from '@/lib/core/problem'
import { takeNotification, takeVerification } from '@/lib/notifications/server/receiving/receive'
import { loadConfig } from '@/lib/core/server/config'
import { loadShop } from '@/lib/core/server/shop/load'
import { notifications } from '@/lib/notifications/server/tables'
import { eventually } from '@/lib/testing/office'
import { frontDoorHandlers } from '@/lib/core/server/door'
import { GatewayError } from '@/lib/core/server/errors'
import { noteFailedPage } from '@/lib/core/server/page-visit'
import { StorageUnavailable } from '@/lib/db/connection/storage-unavailable'
import { testApplication } from '../../../testing/application'

const hooks = { notification: takeNotification, verification: takeVerification }
const connectionRefused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const app = testApplication()
let server: Server
let key: string
const doors: Record<'route' | 'front door', string> = { route: '', 'front door': '' }

beforeAll(async () => {
  key = (await loadShop(app.engine.db, 'sandbox'))?.hookKey ?? ''
  const toNext = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/fails')) throw new Error('Next fails')
    if (request.url?.endsWith('unknown')) page(response, 404)
    else if (request.url && /[/?]away$/.test(request.url)) {
      noteFailedPage(new Error('failed', { cause: new StorageUnavailable() }))
      page(response, 500)
    } else if (request.url === '/gateway-away') {
      const detail = 'secret of a customer'
      noteFailedPage(new GatewayError('gateway_unavailable', { detail, cause: connectionRefused }))
      noteFailedPage(new Error('another part of the same page'))
      page(response, 500)
    } else if (request.url === '/broken') page(response, 500)
    else if (request.url === '/cookies') response.end(request.headers.cookie)
    else if (request.url === '/api/action') response.end(`action: ${String(request.headers['next-action'])}`)
    else if (request.url?.includes('asked')) response.end(request.url)
    else response.writeHead(418).end()
  }
  server = createServer(frontDoorListener(hooks, toNext, manners())).listen(0, '127.0.0.1')
  server.on('clientError', malformedRequestListener(manners()))
  answerOtherProtocols(server, manners(), { dev: false })
  await once(server, 'listening')
  doors.route = app.url
  doors['front door'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})
afterEach(async () => {
  await eventually(async () => {
    const rows = await app.engine.db.select().from(notifications).where(app.ofShop(notifications))
    if (rows.some(({ processedAt }) => processedAt === null)) throw new Error('not processed yet')
  })
  await app.clear(notifications)
})

/** Sends a page as Next does: in parts. */
function page(response: ServerResponse, status: number) {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Content-Security-Policy', "script-src 'nonce-x'")
  response.write('<html id="__next_error__">')
  response.end('</html>')
}

/** Creates the manners from settings, as the application does. */
const manners = (env: Record<string, string> = {}) =>
  frontDoorHandlers(
    loadConfig({
      DATABASE_URL: 'postgres://not-used',
      AUTH_SECRET: 'x'.repeat(32),
      SEALING_KEY: '0'.repeat(64),
      ...env,
    }),
  )

type Sent = {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: Buffer | string
  chunked?: boolean
}

/** Sends a request as a gateway does: with plain node:http, and with a length unless `chunked`. */
async function send(origin: string, { method = 'POST', path, headers = {}, body = '', chunked }: Sent) {
  const bytes = Buffer.from(body)
  const outgoing = httpRequest(`${origin}${path ?? `/api/hooks/${key}/notification`}`, {
    method,
    headers: { ...headers, ...(chunked ? {} : { 'content-length': String(bytes.length) }) },
    agent: false,
  })
  outgoing.on('error', () => {}) // The rest of a refused body cannot be sent.
  for (let start = 0; start < bytes.length; start += 65_536)
    outgoing.write(bytes.subarray(start, start + 65_536))
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  const { 'content-type': type, 'strict-transport-security': security } = incoming.headers
  return { status: incoming.statusCode, type, security, text }
}

/** Sends raw lines, as no client library would. */
const raw = (lines: string, body = '') => rawUnclosed(`${lines}\r\nConnection: close`, body)

async function rawUnclosed(lines: string, body: string) {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines}\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  socket.setTimeout(1000, () => socket.end())
  const answer = await allOf(socket)
  const [head = '', said = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: said }
}

const payment = JSON.stringify({ transaction: { uid: 'u-1', status: 'successful', description: 'ünïcödé' } })
const mebibyte = 1024 * 1024

const table: [string, () => Sent, number, string | null][] = [
  ['a payment', () => ({ body: payment }), 200, 'transaction'],
  ['a payment in chunks', () => ({ body: payment, chunked: true }), 200, 'transaction'],
  [
    'one with a query behind its address',
    () => ({ body: payment, path: `/api/hooks/${key}/notification?a=1` }),
    200,
    'transaction',
  ],
  [
    'one whose key is written in another way',
    () => ({ body: payment, path: `/api/hooks/${escaped(key)}/notification` }),
    200,
    'transaction',
  ],
  ['nothing', () => ({}), 200, 'unreadable'],
  ['no JSON', () => ({ body: 'uid=1&status=successful' }), 200, 'unreadable'],
  ['no text', () => ({ body: Buffer.from([0xff, 0x00, 0xfe]) }), 200, 'unreadable'],
  ['1 MiB', () => ({ body: Buffer.alloc(mebibyte, 0x20) }), 200, 'unreadable'],
  [
    'a header of odd bytes',
    () => ({ body: payment, headers: { 'content-signature': 'ÿ\u00e9' } }),
    200,
    'transaction',
  ],
  ['a wrong key', () => ({ body: payment, path: '/api/hooks/wrong/notification' }), 404, null],
  ['a NUL for a key', () => ({ body: payment, path: '/api/hooks/%00/notification' }), 404, null],
  [
    'a wrong key and too much',
    () => ({ body: Buffer.alloc(8 * mebibyte), path: '/api/hooks/wrong/notification' }),
    404,
    null,
  ],
  ['a byte too many', () => ({ body: Buffer.alloc(mebibyte + 1) }), 413, null],
  ['a byte too many, in chunks', () => ({ body: Buffer.alloc(mebibyte + 1), chunked: true }), 413, null],
  ['far too much', () => ({ body: Buffer.alloc(8 * mebibyte) }), 413, null],
  ['far too much, in chunks', () => ({ body: Buffer.alloc(8 * mebibyte), chunked: true }), 413, null],
]
const escaped = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`

describe.each(['route', 'front door'] as const)('through the %s', (door) => {
  it.each(table)('%s', async (_name, sent, status, kind) => {
    const answer = await send(doors[door], sent())
    expect(answer.status).toBe(status)
    const said = status === 200 ? answer.text : (JSON.parse(answer.text) as Problem).code
    expect([answer.type, said]).toEqual(
      {
        200: ['text/plain', 'OK'],
        404: ['application/problem+json', 'not_found'],
        413: ['application/problem+json', 'too_large'],
      }[status],
    )
    const kinds = async () =>
      (await app.engine.db.select().from(notifications).where(app.ofShop(notifications))).map(
        (row) => row.kind,
      )
    await eventually(async () => expect(await kinds()).toEqual(kind ? [kind] : []))
  })

  it('answers many on one connection', async () => {
    for (let n = 0; n < 5; n++) {
      const path = `/api/hooks/${n % 2 ? key : 'wrong'}/notification`
      const answer = await fetch(`${doors[door]}${path}`, { method: 'POST', body: `{"n":${n}}` })
      expect(answer.status).toBe(n % 2 ? 200 : 404)
      await answer.text()
    }
  })
})

describe('the front door', () => {
  it.each([
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => `${path.replaceAll('/', '//')}//?a=1`,
    (path: string) => `http://shop.example${path}`,
  ])('takes a notification by an address written carelessly', async (written) => {
    const path = written(`/api/hooks/${key}/notification`)
    expect((await raw(`POST ${path} HTTP/1.1`, payment)).status).toBe(200)
    expect(await app.engine.db.$count(notifications, app.ofShop(notifications))).toBe(1)
  })

  it.each([
    ['/away', 'failed'],
    ['/gateway-away', 'gateway_unavailable'],
    ['/broken', 'the page failed without an error'],
  ])('logs the failed page %s in one line, without what people entered', async (path, message) => {
    const before = app.logged().length
    expect((await raw(`GET ${path} HTTP/1.1`)).status).toBeGreaterThanOrEqual(500)
    const logged = app.logged().slice(before).trim().split('\n')
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      level: 50,
      msg: 'page failed',
      path,
      err: { message },
    })
    expect(logged[0]).not.toContain('secret')
  })

  it.each([
    ['TRACE / HTTP/1.1', 405],
    ['PROPFIND /shops HTTP/1.1', 405],
    ['TRACE * HTTP/1.1', 405],
    ['GET * HTTP/1.1', 405],
    ['OPTIONS * HTTP/1.1', 204],
    ['OPTIONS /shops/sandbox/products HTTP/1.1', 204],
    ['POST / HTTP/1.1', 405],
    ['PUT /sign-in HTTP/1.1', 405],
    ['DELETE /shops/sandbox/products HTTP/1.1', 405],
    ['CONNECT shop.example:443 HTTP/1.1', 405],
    ['GET /\u0001 HTTP/1.1', 400],
    ['NONSENSE', 400],
    [`GET /fails?secret=1 HTTP/1.1`, 500],
  ])('answers and logs %j in its own words', async (line, status) => {
    const before = app.logged().length
    const { status: got, head, body } = await raw(line)
    expect(got).toBe(status)
    expect(head).toContain('x-content-type-options: nosniff')
    expect(head).toContain("content-security-policy: default-src 'none'")
    const logged = app.logged().slice(before).trim().split('\n')
    expect(logged.map((one) => JSON.parse(one) as object)).toHaveLength(1)
    if (status === 204) return
    expect(head).toContain('content-type: application/problem+json')
    const problem = JSON.parse(body) as Problem
    expect(problem.status).toBe(status)
    expect(logged[0]).toContain(problem.correlation_id)
    expect(logged[0]).not.toContain('secret')
  })

  it('hides server actions from Next, which would log each unknown one', async () => {
    const { body } = await raw('POST /api/action HTTP/1.1\r\nNext-Action: abc')
    expect(body).toContain('action: undefined')
  })

  it('takes a notification from a client that offers HTTP/2 with it, also once Next has listened for upgrades', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__'
    const line = `POST /api/hooks/${key}/notification HTTP/1.1\r\n${offer}`
    const body = (uid: string) => JSON.stringify({ transaction: { uid, status: 'successful' } })
    expect((await rawUnclosed(line, body('u-1'))).status).toBe(200)
    server.on('upgrade', (_request, socket) => void socket.destroy())
    await new Promise(setImmediate)
    expect((await rawUnclosed(line, body('u-2'))).status).toBe(200)
  })

  it.each([
    ['/shops/asked/products/%ff?q=%ff', '/shops/asked/products/%25ff?q=%ff'],
    ['/shops/asked/%E0%A4%A/', '/shops/asked/%25E0%25A4%25A/'],
    ['/shops/asked/%41%2f?q=1', '/shops/asked/%41%2f?q=1'],
    ['/api/auth/asked?callbackUrl=javascript:1&a=%20b', '/api/auth/asked?a=+b'],
    ['/api/auth/asked?callbackUrl=%E0%A4%A', '/api/auth/asked'],
    ['/api/auth/asked?callbackUrl=%2Fshops', '/api/auth/asked?callbackUrl=%2Fshops'],
  ])('passes on no address that Next or sign-in fail at: %s', async (url, expected) => {
    expect((await raw(`GET ${url} HTTP/1.1`)).body).toBe(expected)
  })

  it('does not call it an error when a client hangs up half-way', async () => {
    const before = app.logged().length
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.end(
      `POST /api/hooks/${key}/notification HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"half":`,
    )
    await eventually(async () => expect(app.logged().slice(before)).toContain('cut off'))
    expect(app.logged().slice(before)).not.toContain('"level":50')
  })

  it('refuses headers without end in its own words', async () => {
    const { status, head } = await raw(`GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}`)
    expect([status, head]).toEqual([431, expect.stringContaining('x-content-type-options: nosniff')])
  })

  it('speaks to clients of the sandbox in the shape of the interface', async () => {
    const { status, body } = await raw('TRACE /sandbox/products HTTP/1.1')
    expect([status, JSON.parse(body)]).toEqual([405, { message: expect.any(String) as string }])
  })

  it('takes no forms at payer pages, which Next would take for server actions', async () => {
    const before = app.logged().length
    const form = 'Content-Type: multipart/form-data; boundary=x'
    const { status, head, body } = await raw(`POST /sandbox/v2/checkout HTTP/1.1\r\n${form}`, '--x--')
    expect([status, head]).toEqual([405, expect.stringContaining('allow: get, head, options')])
    expect(JSON.parse(body)).toEqual({ message: expect.any(String) as string })
    expect(app.logged().slice(before).trim().split('\n')).toHaveLength(1)
  })

  it.each(['GET', 'HEAD'])(
    'answers clients that ask for an unknown payer page as the interface does: %s',
    async (method) => {
      for (const path of [
        '/sandbox/payments/unknown',
        '/sandbox/v2/confirm_order/x/unknown',
        '/sandbox/v2/checkout?a=unknown',
      ]) {
        const { status, head, body } = await raw(`${method} ${path} HTTP/1.1\r\nAccept: */*`)
        expect([status, head]).toEqual([404, expect.stringContaining('content-type: application/json')])
        expect(body).toBe(method === 'HEAD' ? '' : '{"message":"Not found"}')
        expect(head).not.toContain('nonce')
      }
    },
  )

  it('shows people a page without scripts in place of an unknown payer page, also in a frame', async () => {
    const { status, head, body } = await raw(
      'GET /sandbox/payments/unknown HTTP/1.1\r\nAccept: text/html,*/*',
    )
    expect([status, head]).toEqual([404, expect.stringContaining('frame-ancestors *')])
    expect(body).toMatch(/<h1>Nothing to pay here<\/h1><p>[^<]+<\/p>/)
    expect(body).not.toContain('__next')
  })

  it('leaves other pages that were not found or failed to Next', async () => {
    for (const [path, expected] of [
      ['/shops/unknown', 404],
      ['/broken', 500],
      ['/gateway-away', 500],
    ] as const) {
      const { status, head, body } = await raw(`GET ${path} HTTP/1.1\r\nAccept: text/html`)
      expect([status, head]).toEqual([expected, expect.stringContaining('nonce')])
      expect(body).toContain('__next_error__')
    }
  })

  it('answers 503 in place of a page that failed because the storage does not answer', async () => {
    const forPeople = await raw('GET /away HTTP/1.1\r\nAccept: text/html')
    expect([forPeople.status, forPeople.head]).toEqual([503, expect.stringContaining('retry-after: 5')])
    expect(forPeople.body).toContain('<h1>The storage does not answer</h1>')
    const forClients = await raw('GET /away HTTP/1.1\r\nAccept: application/json')
    expect([forClients.status, JSON.parse(forClients.body)]).toMatchObject([
      503,
      { code: 'storage_unavailable' },
    ])
  })

  it.each([
    ['/sandbox/v2/checkout?away', '*'],
    ['/sandbox/payments/away', '*'],
    ['/away', "'none'"],
  ])('lets the 503 page at %s stand in a frame of %s', async (path, ancestors) => {
    const { status, head } = await raw(`GET ${path} HTTP/1.1\r\nAccept: text/html`)
    expect([status, head]).toEqual([503, expect.stringContaining(`frame-ancestors ${ancestors}`)])
  })

  it('says how long to wait as its header does', async () => {
    const path = '/sandbox/payments/asked'
    let last = await raw(`GET ${path} HTTP/1.1`)
    for (let n = 0; n < 300 && last.status !== 429; n++) last = await raw(`GET ${path} HTTP/1.1`)
    expect([last.status, last.head]).toEqual([429, expect.stringContaining('retry-after: 60')])
    expect(last.body).toContain('Wait a minute')
  })

  it.each([
    ['next-auth.callback-url=%zz; theme=dark', ' theme=dark'],
    ['%%%', ''],
    ['a=%; theme=dark', ' theme=dark'],
    ['a=1; next-auth.session-token=\xff\xfe', 'a=1'],
    ['__Host-next-auth.session-token=nonsense; a=1', ' a=1'],
    [
      'next-auth.session-token=ab.c_-..e.f; next-auth.session-token.0=ab.c',
      'next-auth.session-token=ab.c_-..e.f; next-auth.session-token.0=ab.c',
    ],
    ['a=1; __Host-next-auth.callback-url=nonsense', 'a=1'],
    ['next-auth.callback-url=javascript:alert(1)', ''],
    [
      'next-auth.callback-url=https%3A%2F%2Fshop.example%2Fa; b=%20z',
      'next-auth.callback-url=https%3A%2F%2Fshop.example%2Fa; b=%20z',
    ],
    ['next-auth.callback-url=/shops', 'next-auth.callback-url=/shops'],
  ])('passes on no cookie that cannot be read, and logs that once: %s', async (cookie, expected) => {
    const before = app.logged().length
    const { body } = await raw(`GET /cookies HTTP/1.1\r\nCookie: ${cookie}`)
    expect(body).toBe(expected)
    expect(app.logged().slice(before).match(/"msg"/g)?.length).toBe(cookie === expected ? undefined : 1)
  })

  it('knows nobody whose key cannot be decoded, which Next refuses by itself', async () => {
    const path = '/api/hooks/%ff/notification'
    expect((await send(doors['front door'], { body: payment, path })).status).toBe(404)
  })

  it('answers verification requests itself', async () => {
    const path = `/api/hooks/${key}/verification`
    const { status, text } = await send(doors['front door'], { body: payment, path })
    expect([status, JSON.parse(text)]).toMatchObject([200, { code: 0, uid: 'u-1' }])
  })

  it.each([
    ['GET', () => `/api/hooks/${key}/notification`],
    ['GET', () => `/api/hooks/${key}/verification`],
    ['POST', () => `/api/hooks/${key}/verifications`],
    ['POST', () => `/api/hooks/${key}/notification/more`],
    ['POST', () => `/api/hooks//notification`],
    ['POST', () => `/api/elsewhere/api/hooks/${key}/notification`],
    ['GET', () => '/'],
  ])('leaves %s %s to Next', async (method, path) => {
    expect((await send(doors['front door'], { method, path: path() })).status).toBe(418)
  })

  it.each([
    [{ APP_URL: 'https://shop.example' }, 'max-age=31536000'],
    [{ APP_URL: 'https://shop.example', HSTS_SUBDOMAINS: 'on' }, 'max-age=31536000; includeSubDomains'],
    [{ APP_URL: 'http://localhost:3000', HSTS_SUBDOMAINS: 'on' }, undefined],
  ])('keeps browsers to HTTPS where people come by it: %j', async (env, expected) => {
    const toNext = async (_request: unknown, response: { end: () => void }) => response.end()
    const other = createServer(frontDoorListener(hooks, toNext, manners(env))).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const wrong = { method: 'POST', path: '/api/hooks/wrong/notification' }
    for (const sent of [{ method: 'GET', path: '/' }, wrong])
      expect((await send(`http://127.0.0.1:${port}`, sent)).security).toBe(expected)
    other.close()
  })

  it('says where a request came from, whatever the request says', async () => {
    let peer: unknown
    const other = createServer(
      frontDoorListener(
        hooks,
        async (request, response) => {
          peer = request.headers['x-counterfoil-peer']
          response.end()
        },
        manners(),
      ),
    ).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await send(`http://127.0.0.1:${port}`, {
      method: 'GET',
      path: '/',
      headers: { 'x-counterfoil-peer': '6.6.6.6' },
    })
    expect(peer).toBe('127.0.0.1')
    other.close()
  })

  it('survives one who hangs up half-way, and keeps nothing of it', async () => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/hooks/${key}/notification HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"half":`,
    )
    await once(socket, 'connect')
    socket.destroy()
    expect((await send(doors['front door'], { body: payment })).status).toBe(200)
    expect(await app.engine.db.$count(notifications, app.ofShop(notifications))).toBe(1)
  })
})
