import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frontDoorListener } from '@/lib/door/front-door.mjs'
import { isLimited, sandboxAddress, rateLimiter } from '@/lib/door/sandbox-door.mjs'

describe('the address within the sandbox', () => {
  it.each<[string, string | null, string | null]>([
    ['/sandbox/products', '/sandbox/products', '/sandbox/products'],
    ['/sandbox/products/', '/sandbox/products', '/sandbox/products'],
    [
      '//sandbox//ctp/api/checkouts/?a=//b/',
      '/sandbox/ctp/api/checkouts?a=//b/',
      '/sandbox/ctp/api/checkouts?a=//b/',
    ],
    ['/sandbox', '/sandbox', '/sandbox'],
    ['/sandboxes', null, '/sandbox/sandboxes'],
    ['/ctp/api/checkouts', null, '/sandbox/ctp/api/checkouts'],
    ['//evil.example/x', null, '/sandbox/evil.example/x'],
    ['/products?x=1', null, '/sandbox/products?x=1'],
    ['/sign-in', null, '/sandbox/sign-in'],
    ['/api/hooks/x/notification', null, '/sandbox/api/hooks/x/notification'],
    ['/', null, '/sandbox'],
    ['/_next/static/a.js', null, null],
    ['/icon.svg', null, null],
    // Dots must not escape, and an invalid encoding stays literal: Next resolves both.
    ['/_next/../sign-in', null, '/sandbox/sign-in'],
    ['/icon/%2E%2e/api/auth/session', null, '/sandbox/api/auth/session'],
    ['/sandbox/../sign-in', null, '/sandbox/sign-in'],
    ['/sandbox/x/.%2e/%2e./sign-in', null, '/sandbox/sign-in'],
    ['/_next\\..\\sign-in', null, '/sandbox/sign-in'],
    ['/sandbox/products/%zz', '/sandbox/products/%25zz', '/sandbox/products/%25zz'],
    ['/sandbox/products/%ff%41', '/sandbox/products/%25ff%2541', '/sandbox/products/%25ff%2541'],
    ['/sandbox/products/a%2Fb%7Cc', '/sandbox/products/a%2Fb%7Cc', '/sandbox/products/a%2Fb%7Cc'],
  ])('of %s', (url, beside, alone) => {
    expect([sandboxAddress(url, false), sandboxAddress(url, true)]).toEqual([beside, alone])
  })
})

describe('visits without credentials', () => {
  it.each([
    ['/sandbox/transactions/tokenizations', true],
    ['/sandbox//transactions/tokenizations/?x=1', true],
    ['/sandbox/products/prd_1/pay', true],
    ['/sandbox/products/prd_1/payments', true],
    ['/sandbox/payments/1/challenge/answer', true],
    ['/sandbox/v2/checkout?token=1', true],
    ['/sandbox/v2/checkout/1/payments', true],
    ['/sandbox/v2/confirm_order/prd_1/361', true],
    ['/sandbox/transactions/%74okenizations', true],
    ['/sandbox/products/prd_1%2f2/pay', true],
    ['/sandbox/transactions/%ff', false],
    ['/sandbox/products', false],
    ['/sandbox/products/prd_1', false],
    ['/sandbox/customers', false],
    ['/sandbox/ctp/api/checkouts', false],
  ])('%s is limited: %s', (address, expected) => {
    expect(isLimited('POST', address)).toBe(expected)
  })

  it('are counted for each address by itself', () => {
    const mayPass = rateLimiter(2)
    expect(['a', 'a', 'b', 'a', 'b', 'b'].map(mayPass)).toEqual([true, true, true, false, true, false])
  })
})

describe('bodies on their way to the sandbox', () => {
  let server: Server
  let address: string
  const reached: string[] = []

  beforeAll(async () => {
    const toNext = async (request: IncomingMessage, response: ServerResponse) => {
      reached.push(request.url ?? '')
      const body = await text(request)
      response.end(JSON.stringify({ method: request.method, url: request.url, length: body.length }))
    }
    server = createServer(
      frontDoorListener(null, toNext, {
        refuse: () => {
          throw new Error('nothing is refused')
        },
        networkOf: () => 'somewhere',
        note: () => undefined,
        visitPage: (_path, _headers, pass) => pass(() => null),
        transportSecurity: null,
      }),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it.each<[string, BodyInit | null, number]>([
    ['none', null, 0],
    ['some', '{"a":1}', 7],
    ['as much as fits', 'x'.repeat(1024 * 1024), 1024 * 1024],
    ['some of unknown length', new Blob(['abc']).stream(), 3],
  ])('arrive whole: %s', async (_, body, length) => {
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    const answer = await fetch(`${address}/products/`, init)
    expect(await answer.json()).toEqual({ method: 'POST', url: '/sandbox/products', length })
  })

  it('go no further where they are declared too large', async () => {
    reached.length = 0
    const body = 'x'.repeat(1024 * 1024 + 1)
    const answer = await fetch(`${address}/transactions/tokenizations`, { method: 'POST', body })
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { response: { message: 'Request body is too large' } },
    ])
    expect(reached).toEqual([])
  })

  it('are cut off where they have no end', async () => {
    reached.length = 0
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}) // It is expected to break.
    let answered = ''
    socket.on('data', (chunk) => (answered += chunk.toString()))
    socket.write('POST /sandbox/customers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(1024 * 1024, 120),
      Buffer.from('\r\n'),
    ])
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', send)
    send()
    await new Promise((resolve) => socket.on('close', resolve))
    expect(answered).toMatch(/^HTTP\/1\.1 413 /)
    expect(reached).toEqual([])
  })

  it('leave browsers where the page is', async () => {
    const headers = { accept: 'text/html,*/*' }
    const answer = await fetch(`${address}/v2/checkout?token=1`, { headers, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/sandbox/v2/checkout?token=1'])
  })
})
