import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { frontDoorListener } from '@/lib/door/front-door.mjs'
import type { Problem } from '@/lib/core/api/problem'
import { hooks, manners, testFrontDoor } from '@/lib/testing/servers/front-door'

const door = testFrontDoor()

describe('the front door', () => {
  it.each([
    ['/away', 'failed'],
    ['/gateway-away', 'gateway_unavailable'],
    ['/broken', 'the page failed without an error'],
  ])('logs the failed page %s in one line, without what people entered', async (path, message) => {
    const before = door.app.logged().length
    expect((await door.raw(`GET ${path} HTTP/1.1`)).status).toBeGreaterThanOrEqual(500)
    const logged = door.app.logged().slice(before).trim().split('\n')
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
    // What a proxy before it and Node could read as different requests.
    ['POST /sign-in HTTP/1.1\r\nTransfer-Encoding: chunked', 400],
    ['GET / HTTP/1.1\r\nContent-Length: 7', 400],
    ['POST /sign-in HTTP/1.1\r\nTransfer-Encoding: identity, chunked', 400],
    [`GET /fails?secret=1 HTTP/1.1`, 500],
  ])('answers and logs %j in its own words', async (line, status) => {
    const before = door.app.logged().length
    const { status: got, head, body } = await door.raw(line)
    expect(got).toBe(status)
    expect(head).toContain('x-content-type-options: nosniff')
    expect(head).toContain("content-security-policy: default-src 'none'")
    const logged = door.app.logged().slice(before).trim().split('\n')
    expect(logged.map((one) => JSON.parse(one) as object)).toHaveLength(1)
    if (status === 204) return
    expect(head).toContain('content-type: application/problem+json')
    const problem = JSON.parse(body) as Problem
    expect(problem.status).toBe(status)
    expect(logged[0]).toContain(problem.correlation_id)
    expect(logged[0]).not.toContain('secret')
  })

  it('hides server actions from Next, which would log unknown ones', async () => {
    const { body } = await door.raw('POST /api/action HTTP/1.1\r\nNext-Action: abc')
    expect(body).toContain('action: undefined')
  })

  it.each([
    ['/shops/asked/products/%ff?q=%ff', '/shops/asked/products/%25ff?q=%ff'],
    ['/shops/asked/%E0%A4%A/', '/shops/asked/%25E0%25A4%25A/'],
    ['/shops/asked/%41%2f?q=1', '/shops/asked/%41%2f?q=1'],
    ['/api/auth/asked?callbackUrl=javascript:1&a=%20b', '/api/auth/asked?a=+b'],
    ['/api/auth/asked?callbackUrl=%E0%A4%A', '/api/auth/asked'],
    ['/api/auth/asked?callbackUrl=%2Fshops', '/api/auth/asked?callbackUrl=%2Fshops'],
  ])('passes on no address that Next or sign-in fail at: %s', async (url, expected) => {
    expect((await door.raw(`GET ${url} HTTP/1.1`)).body).toBe(expected)
  })

  it('refuses headers without end in its own words', async () => {
    const { status, head } = await door.raw(`GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}`)
    expect([status, head]).toEqual([431, expect.stringContaining('x-content-type-options: nosniff')])
  })

  it('speaks to clients of the sandbox in the shape of the interface', async () => {
    const { status, body } = await door.raw('TRACE /sandbox/products HTTP/1.1')
    expect([status, JSON.parse(body)]).toEqual([405, { message: expect.any(String) as string }])
  })

  it('accepts no forms at payer pages, which Next would take for server actions', async () => {
    const before = door.app.logged().length
    const form = 'Content-Type: multipart/form-data; boundary=x'
    const { status, head, body } = await door.raw(`POST /sandbox/v2/checkout HTTP/1.1\r\n${form}`, '--x--')
    expect([status, head]).toEqual([405, expect.stringContaining('allow: get, head, options')])
    expect(JSON.parse(body)).toEqual({ message: expect.any(String) as string })
    expect(door.app.logged().slice(before).trim().split('\n')).toHaveLength(1)
  })

  it.each(['GET', 'HEAD'])(
    'answers clients that ask for an unknown payer page as the interface does: %s',
    async (method) => {
      for (const path of [
        '/sandbox/payments/unknown',
        '/sandbox/v2/confirm_order/x/unknown',
        '/sandbox/v2/checkout?a=unknown',
      ]) {
        const { status, head, body } = await door.raw(`${method} ${path} HTTP/1.1\r\nAccept: */*`)
        expect([status, head]).toEqual([404, expect.stringContaining('content-type: application/json')])
        expect(body).toBe(method === 'HEAD' ? '' : '{"message":"Not found"}')
        expect(head).not.toContain('nonce')
      }
    },
  )

  it('shows people a page without scripts in place of an unknown payer page, also in a frame', async () => {
    const { status, head, body } = await door.raw(
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
      const { status, head, body } = await door.raw(`GET ${path} HTTP/1.1\r\nAccept: text/html`)
      expect([status, head]).toEqual([expected, expect.stringContaining('nonce')])
      expect(body).toContain('__next_error__')
    }
  })

  it('answers 503 in place of a page that failed because the storage does not answer', async () => {
    const forPeople = await door.raw('GET /away HTTP/1.1\r\nAccept: text/html')
    expect([forPeople.status, forPeople.head]).toEqual([503, expect.stringContaining('retry-after: 5')])
    expect(forPeople.body).toContain('<h1>The storage does not answer</h1>')
    const forClients = await door.raw('GET /away HTTP/1.1\r\nAccept: application/json')
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
    const { status, head } = await door.raw(`GET ${path} HTTP/1.1\r\nAccept: text/html`)
    expect([status, head]).toEqual([503, expect.stringContaining(`frame-ancestors ${ancestors}`)])
  })

  it('says how long to wait as its header does', async () => {
    const path = '/sandbox/payments/asked'
    let last = await door.raw(`GET ${path} HTTP/1.1`)
    for (let n = 0; n < 300 && last.status !== 429; n++) last = await door.raw(`GET ${path} HTTP/1.1`)
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
  ])('drops unreadable cookies, and logs that once: %s', async (cookie, expected) => {
    const before = door.app.logged().length
    const { body } = await door.raw(`GET /cookies HTTP/1.1\r\nCookie: ${cookie}`)
    expect(body).toBe(expected)
    expect(door.app.logged().slice(before).match(/"msg"/g)?.length).toBe(cookie === expected ? undefined : 1)
  })

  it.each([
    [{ APP_URL: 'https://shop.example' }, 'max-age=31536000; includeSubDomains'],
    [{ APP_URL: 'https://shop.example', HSTS_SUBDOMAINS: 'off' }, 'max-age=31536000'],
    [{ APP_URL: 'http://localhost:3000' }, undefined],
  ])('keeps browsers to HTTPS where people come by it: %j', async (env, expected) => {
    const toNext = async (_request: unknown, response: { end: () => void }) => response.end()
    const other = createServer(frontDoorListener(hooks, toNext, manners(env))).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const wrong = { method: 'POST', path: '/api/hooks/wrong/notification' }
    for (const sent of [{ method: 'GET', path: '/' }, wrong])
      expect((await door.send(`http://127.0.0.1:${port}`, sent)).security).toBe(expected)
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
    await door.send(`http://127.0.0.1:${port}`, {
      method: 'GET',
      path: '/',
      headers: { 'x-counterfoil-peer': '6.6.6.6' },
    })
    expect(peer).toBe('127.0.0.1')
    other.close()
  })
})
