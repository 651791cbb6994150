// @ts-check
import { Server as Listener } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * Tracks the requests of a server so that it can shut down without cutting one off. Call before the server listens.
 * @param {import('node:http').Server} server
 * @returns {(withinMs: number) => Promise<boolean>} Closes the server to new connections, announces the end to clients
 *   (`Connection: close`) and waits until pending requests are answered. Cuts off requests that take longer. Resolves
 *   to whether all were answered.
 */
export function drainable(server) {
  /** @type {Set<ServerResponse>} */
  const underWay = new Set()
  let accepted = 0
  let received = 0
  let isEnding = false
  let whenIdle = () => {}
  server.on('connection', () => (accepted += 1))
  server.prependListener('request', (_request, /** @type {ServerResponse} */ response) => {
    received += 1
    if (isEnding) response.shouldKeepAlive = false
    underWay.add(response)
    response.once('close', () => {
      underWay.delete(response)
      if (underWay.size === 0) whenIdle()
    })
  })
  return async (withinMs) => {
    await quiet(() => accepted)
    // Only stops listening. `server.close()` would also reset connections whose first request was not read yet. This
    // comes before connections are told to close, because clients would open new ones, which the kernel would reset.
    Listener.prototype.close.call(server)
    isEnding = true
    // Has no effect once the head is sent; Node closes these connections after the answer.
    for (const response of underWay) response.shouldKeepAlive = false
    await quiet(() => received)
    server.closeIdleConnections()
    if (underWay.size > 0) {
      /** @type {NodeJS.Timeout | undefined} */
      let timer
      await new Promise((resolve) => {
        whenIdle = () => resolve(undefined)
        timer = setTimeout(resolve, withinMs)
      })
      clearTimeout(timer)
    }
    const isAllAnswered = underWay.size === 0
    server.closeAllConnections()
    return isAllAnswered
  }
}

const settlingMs = 50
const settlings = 10

/**
 * Waits until nothing more arrives, for half a second plus processing time at most. After a timer, the event loop still
 * has to accept and read what has arrived.
 * @param {() => number} arrived
 */
async function quiet(arrived) {
  for (let round = 0; round < settlings; round++) {
    const before = arrived()
    await sleep(settlingMs)
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    if (arrived() === before) return
  }
}
