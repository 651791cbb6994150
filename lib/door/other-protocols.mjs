// @ts-check
import { sendRaw } from './send-raw.mjs'

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
