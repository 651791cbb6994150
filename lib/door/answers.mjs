// @ts-check
import { STATUS_CODES } from 'node:http'

/** Headers of every answer. Nothing in it may run or load, unless a page sets its own policy (proxy.ts). */
export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/**
 * Answers on a socket for which Node created no response, and closes it.
 * @param {import('node:stream').Duplex} socket
 * @param {import('../core/server/route/door').Answer} answer
 */
export function sendRaw(socket, { status, headers, body }) {
  const all = { ...safeHeaders, ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

// @ts-check

/**
 * Answers requests that Node would hang up on: `CONNECT`, and those that offer another protocol, as Java's HTTP client
 * does with each request (`Upgrade: h2c`). Without an upgrade listener, Node ignores the offer, so Next's listener is
 * removed. In development it stays, for the browser's web socket.
 * @param {import('node:http').Server} server
 * @param {Pick<import('../core/server/route/door').FrontDoorHandlers, 'refuse'>} doorPolicy
 * @param {{ dev: boolean }} mode
 */
export function answerOtherProtocols(server, { refuse }, { dev }) {
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy())
    sendRaw(socket, refuse({ method: request.method ?? '', path: '' }, 405))
  })
  if (dev) return
  server.on('newListener', (name) => {
    if (name === 'upgrade') process.nextTick(() => server.removeAllListeners('upgrade'))
  })
}

// @ts-check
/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('../core/server/route/door').Answer} Answer */
/** @typedef {(...args: unknown[]) => unknown} Method */

/** Sandbox addresses with pages, as in `app/sandbox` (lib/core/server/http/door-rules.test.ts). */
export const sandboxPage =
  /^\/sandbox\/(?:outbox|products\/[^/]+\/pay|v2\/checkout|v2\/confirm_order\/[^/]+\/[^/]+|payments\/[^/]+(?:\/challenge)?)$/

/**
 * Lets our own answer replace an HTML page. Next.js sends a page that failed or was not found nearly empty, for scripts
 * to render. Status and type are known only once it sends the page's head.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {(status: number) => Answer | null} answerInstead gets the page's status; null: the page stays
 */
export function replacePage(request, response, answerInstead) {
  const writeHead = /** @type {Method} */ (response.writeHead.bind(response))
  const write = /** @type {Method} */ (response.write.bind(response))
  const end = /** @type {Method} */ (response.end.bind(response))
  const ownHeaders = Object.entries(response.getHeaders())
  let isReplaced = false

  /** @param {number} status */
  function replaces(status) {
    if (isReplaced || response.headersSent) return isReplaced
    if (!String(response.getHeader('content-type')).startsWith('text/html')) return false
    const answer = answerInstead(status)
    if (!answer) return false
    isReplaced = true
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    for (const [name, value] of ownHeaders) if (value !== undefined) response.setHeader(name, value)
    const headers = { ...answer.headers, Vary: 'Accept', 'Content-Length': Buffer.byteLength(answer.body) }
    writeHead(answer.status, headers)
    end(...(request.method === 'HEAD' ? [] : [answer.body]))
    return true
  }

  Object.assign(response, {
    /** @param {[status: number, ...rest: unknown[]]} args */
    writeHead: (...args) => (replaces(args[0]) ? response : writeHead(...args)),
    /** @param {unknown[]} args */
    write: (...args) => replaces(response.statusCode) || write(...args),
    /** @param {unknown[]} args */
    end: (...args) => (replaces(response.statusCode) ? response : end(...args)),
  })
}
