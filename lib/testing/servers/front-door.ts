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
import { afterAll, afterEach, beforeAll } from 'vitest'
import { frontDoorListener, malformedRequestListener } from '@/lib/door/front-door.mjs'
import { answerOtherProtocols } from '@/lib/door/answers.mjs'
import { takeNotification, takeVerification } from '@/lib/notifications/server/receiving/receive'
import { loadConfig } from '@/lib/core/server/config/config'
import { loadShop } from '@/lib/core/server/shop/load'
import { notifications } from '@/lib/notifications/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { frontDoorHandlers } from '@/lib/core/server/route/door'
import { GatewayError } from '@/lib/core/server/errors'
import { noteFailedPage } from '@/lib/core/server/pages/page-visit'
import { StorageUnavailable } from '@/lib/db/connection/storage-unavailable'
import { testApplication } from '@/lib/testing/application'

export const hooks = { notification: takeNotification, verification: takeVerification }
const connectionRefused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

/** A payment in the format of the gateway. */
export const payment = JSON.stringify({
  transaction: { uid: 'u-1', status: 'successful', description: 'ünïcödé' },
})

export type Sent = {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: Buffer | string
  isChunked?: boolean
}

/** For tests: the application behind the front door, for all tests of a file. */
export function testFrontDoor() {
  const app = testApplication()
  const found = { app, key: '', route: '', frontDoor: '', server: undefined as unknown as Server }
  beforeAll(async () => {
    found.key = (await loadShop(app.engine.db, 'sandbox'))?.hookKey ?? ''
    const server = createServer(frontDoorListener(hooks, toNext, manners())).listen(0, '127.0.0.1')
    server.on('clientError', malformedRequestListener(manners()))
    answerOtherProtocols(server, manners(), { dev: false })
    await once(server, 'listening')
    found.route = app.url
    found.server = server
    found.frontDoor = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    found.server.closeAllConnections()
    found.server.close()
  })
  afterEach(async () => {
    await eventually(async () => {
      const rows = await app.engine.db.select().from(notifications).where(app.whereShop(notifications))
      if (rows.some(({ processedAt }) => processedAt === null)) throw new Error('not processed yet')
    })
    await app.clear(notifications)
  })
  return Object.assign(found, sendersTo(found))
}

function sendersTo(door: { key: string; server: Server }) {
  /** Sends a request as a gateway does: with plain node:http, and with a length unless `isChunked`. */
  async function send(origin: string, { method = 'POST', path, headers = {}, body = '', isChunked }: Sent) {
    const bytes = Buffer.from(body)
    const outgoing = httpRequest(`${origin}${path ?? `/api/hooks/${door.key}/notification`}`, {
      method,
      headers: { ...headers, ...(isChunked ? {} : { 'content-length': String(bytes.length) }) },
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
    const { port } = door.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(`${lines}\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    socket.setTimeout(1000, () => socket.end())
    const answer = await allOf(socket)
    const [head = '', said = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: said }
  }
  return { send, raw, rawUnclosed }
}

/** Replaces Next: fails or echoes the request, depending on the path. */
async function toNext(request: IncomingMessage, response: ServerResponse) {
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

/** Sends a page as Next does: in parts. */
function page(response: ServerResponse, status: number) {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Content-Security-Policy', "script-src 'nonce-x'")
  response.write('<html id="__next_error__">')
  response.end('</html>')
}

/** Creates the manners from settings, as the application does. */
export const manners = (env: Record<string, string> = {}) =>
  frontDoorHandlers(
    loadConfig({
      DATABASE_URL: 'postgres://not-used',
      AUTH_SECRET: 'x'.repeat(32),
      SEALING_KEY: '0'.repeat(64),
      ...env,
    }),
  )
