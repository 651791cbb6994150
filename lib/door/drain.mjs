// @ts-check

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
  let isEnding = false
  let whenIdle = () => {}
  server.prependListener('request', (_request, /** @type {ServerResponse} */ response) => {
    if (isEnding) response.shouldKeepAlive = false
    underWay.add(response)
    response.once('close', () => {
      underWay.delete(response)
      if (underWay.size === 0) whenIdle()
    })
  })
  return async (withinMs) => {
    isEnding = true
    server.close()
    // Has no effect once the head is sent; Node closes these connections after the answer.
    for (const response of underWay) response.shouldKeepAlive = false
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
