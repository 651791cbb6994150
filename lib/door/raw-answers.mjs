// @ts-check
import { STATUS_CODES } from 'node:http'

/** Headers of every answer. Nothing in it may run or load, unless a page sets its own policy (proxy.ts). */
export const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/**
 * Answers on a socket for which Node made no response, and closes it.
 * @param {import('node:stream').Duplex} socket
 * @param {import('../core/server/door').Answer} answer
 */
export function sendRaw(socket, { status, headers, body }) {
  const all = { ...safeHeaders, ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

// @ts-check

/**
 * Answers requests that Node would hang up on: `CONNECT`, and those that offer another protocol, such as Java's HTTP
 * client does with each request (`Upgrade: h2c`). Without a listener for upgrades Node answers these as if they offered
 * nothing, so that listener of Next is removed. In development it serves the browser's web socket.
 * @param {import('node:http').Server} server
 * @param {Pick<import('../core/server/door').FrontDoorHandlers, 'refuse'>} doorPolicy
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
