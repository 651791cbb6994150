// @ts-check
/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('../core/server/door').Answer} Answer */
/** @typedef {(...args: unknown[]) => unknown} Method */

/** Sandbox addresses with pages, as in `app/sandbox` (lib/core/server/http/door-rules.test.ts). */
export const sandboxPage =
  /^\/sandbox\/(?:outbox|products\/[^/]+\/pay|v2\/checkout|v2\/confirm_order\/[^/]+\/[^/]+|payments\/[^/]+(?:\/challenge)?)$/

/**
 * Lets an answer of ours take the place of an HTML page. Next.js sends a page that failed or was not found nearly empty,
 * for scripts to draw. Status and type are known only once it sends the page's head.
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
