// @ts-check
/** The gentle end of a server. Plain Node, as the front door is. */

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * Follows the requests of a server, so that it can end without cutting one. To be called before it listens.
 * @param {import('node:http').Server} server
 * @returns {(withinMs: number) => Promise<boolean>} Takes no new connections, tells clients that theirs end
 *   (`Connection: close`), and waits until what is under way is answered; what takes longer is cut. Whether all
 *   was answered.
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
    // Once the head is sent it is too late to say so; Node ends these connections after the answer.
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
