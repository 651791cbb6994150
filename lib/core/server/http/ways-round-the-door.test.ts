import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text as allOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frontDoorListener, malformedRequestListener } from '@/lib/door/front-door.mjs'
import { singleton } from '../../../db/singleton'
import { adoptConfig, loadConfig } from '../config/config'
import { frontDoorHandlers } from '../route/door'
import { openLog } from '../log/log'

const settings = loadConfig({
  DATABASE_URL: 'postgres://not-used',
  AUTH_SECRET: 'x'.repeat(32),
  SEALING_KEY: '0'.repeat(64),
})
const received = async () => ({ status: 200, headers: {}, body: 'received' })
const hooks = { notification: received, verification: received }
const lines: string[] = []

beforeAll(() => {
  singleton('front-door-opened').set(true)
  adoptConfig(settings)
  openLog('info', { write: (line) => void lines.push(line) })
})

/** Answers what Next gets. */
const toNext = async ({ method, url, headers }: IncomingMessage, response: ServerResponse) =>
  void response.end(JSON.stringify({ method, url, headers }))

describe.each([
  ['the application', hooks],
  ['a sandbox that stands alone', null],
])('the door of %s', (_, given) => {
  let server: Server
  beforeAll(async () => {
    server = createServer(frontDoorListener(given, toNext, frontDoorHandlers(settings)))
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => void server.close())

  async function ask(line: string, headers: string[] = []) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const sent = [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', 'Content-Length: 0', ...headers, '', '']
    socket.write(sent.join('\r\n'))
    const [head = '', body = ''] = (await allOf(socket)).split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body }
  }

  /** Next would lead these to the page or handler behind them, past the limits of this address. */
  it.each([
    'GET /_next/data/build/sandbox/products/1/pay.json',
    'POST /_next/data/build/sandbox/transactions/tokenizations.json',
    'POST //_next/./data//build/api/hooks/key/notification.json',
    'GET /_next/data',
  ])('knows no second way to an address: %s', async (line) => {
    const before = lines.length
    const { status, body } = await ask(line)
    expect([status, body]).toEqual([404, expect.not.stringContaining('_next')])
    expect(lines.slice(before)).toHaveLength(1)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('answers %s of a file itself', async (method) => {
    const before = lines.length
    expect((await ask(`${method} /_next/static/chunks/a.js`)).status).toBe(405)
    expect(lines.slice(before)).toHaveLength(1)
  })

  it.each(['/_next/static/chunks/a.js', '/icon.svg'])(
    'sends %s whole, because Next fails at conditions that it cannot meet',
    async (path) => {
      const conditions = [
        'Range: bytes=999999-',
        'If-Range: "x"',
        'If-Match: "x"',
        'If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT',
        'If-None-Match: "y"',
      ]
      const { body } = await ask(`GET ${path}`, conditions)
      expect(JSON.parse(body)).toMatchObject({ url: path, headers: { 'if-none-match': '"y"' } })
      for (const name of ['range', 'if-range', 'if-match', 'if-unmodified-since'])
        expect((JSON.parse(body) as { headers: object }).headers).not.toHaveProperty(name)
    },
  )

  it.each([
    ['%5B%22%22%2C%7B%7D%5D', true],
    ['%5B%22%22%2C%7B%22children%22%3A%5B%22shops%22%2C%7B%7D%5D%7D%2Cnull%2Cnull%5D', true],
    ['%5B%5D', false],
    ['%E0%A4%A', false],
    ['{{{', false],
    ['%22'.repeat(4000), false],
  ])('passes on a state of Next’s client that Next can read, and no other: %s', async (state, isPassed) => {
    const { body } = await ask('GET /_next/x', [`Next-Router-State-Tree: ${state}`])
    const { headers } = JSON.parse(body) as { headers: Record<string, string> }
    expect(headers['next-router-state-tree']).toBe(isPassed ? state : undefined)
  })

  it.each(['ftp://elsewhere.example/icon.svg', 'HTTPS://elsewhere.example/icon.svg'])(
    'leads to no other host: %s',
    async (url) => {
      expect(JSON.parse((await ask(`GET ${url}`)).body)).toMatchObject({ url: '/icon.svg' })
    },
  )
})

it('writes no refusal of malformed HTTP into an answer that has begun', async () => {
  const server = createServer((_request, response) => void response.write('begun'))
  server.on('clientError', malformedRequestListener(frontDoorHandlers(settings)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answered = ''
  socket.on('data', (bytes) => (answered += bytes.toString()))
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  socket.write('nonsense\r\n\r\n')
  await once(socket, 'close')
  server.close()
  expect(answered).toMatch(/^HTTP\/1\.1 200 /)
  expect(answered).not.toContain('400')
})
