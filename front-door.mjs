// @ts-check
/**
 * The way of a request past Next: what the gateway posts to `/api/hooks/{key}` goes straight to the verb that records
 * it, so that page rendering never delays the recording of money. Plain Node, so that a test can mount it.
 */
import { isMisplacedPage, sandboxAddress, withWholeBody } from './sandbox-door.mjs'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('./lib/server/notifications/posted').Verb} Receive */
/** @typedef {{ notification: Receive, verification: Receive }} Hooks */

/** Where files are taken: the one thing whose body may be on its way for longer. */
const upload = /^\/api\/shops\/[^/?]+\/products\/import(?:\?|$)/
/** How long any other body may take to arrive, in milliseconds. */
const arrival = 60_000

const hook = /^\/api\/hooks\/([^/?]+)\/(notification|verification)(?:\?|$)/

/**
 * Answers what the gateway posts; anything else is for `next`. Where people come by HTTPS, whatever is answered tells
 * their browsers to stay with it. Without `hooks` the sandbox stands alone, and there is nothing else.
 * @param {Hooks | null} hooks
 * @param {(request: IncomingMessage, response: ServerResponse) => Promise<void>} next
 * @param {string} [appUrl]
 */
export const frontDoorListener = (hooks, next, appUrl) => {
  const secure = appUrl?.startsWith('https:')
  const onTheirWay = hangUpUnlessWhole()
  /** @param {IncomingMessage} request @param {ServerResponse} response */
  return (request, response) => {
    // Whatever a client sent under this name is replaced (lib/server/client-address.ts).
    request.headers['x-counterfoil-peer'] = request.socket.remoteAddress ?? 'unknown'
    if (!upload.test(request.url ?? '')) onTheirWay.add(request, response)
    if (secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    const answered = async () => {
      const [, key, which] = (hooks && request.method === 'POST' && hook.exec(request.url ?? '')) || []
      if (hooks && key !== undefined)
        return pass(hooks[/** @type {keyof Hooks} */ (which)], key, request, response)
      const address = sandboxAddress(request.url ?? '/', hooks === null)
      return address === null ? next(request, response) : toSandbox(address, next, request, response)
    }
    answered().catch((error) => {
      process.stderr.write(`request failed: ${error instanceof Error ? error.stack : 'unknown'}\n`)
      response.destroy()
    })
  }
}

/**
 * Nobody keeps a connection busy with a body that never ends. All are looked through together, as a timer for each is
 * one more thing that every notification pays for.
 */
function hangUpUnlessWhole() {
  /** When each has to be there. @type {Map<IncomingMessage, number>} */
  const due = new Map()
  setInterval(() => {
    const now = performance.now()
    for (const [request, at] of due) {
      // They came in this order.
      if (at > now) break
      due.delete(request)
      if (!request.complete) request.socket.destroy()
    }
  }, 1000).unref()
  return {
    /** @param {IncomingMessage} request @param {ServerResponse} response */
    add(request, response) {
      due.set(request, performance.now() + arrival)
      response.once('close', () => due.delete(request))
    },
  }
}

/**
 * @param {string} address
 * @param {(request: IncomingMessage, response: ServerResponse) => Promise<void>} next
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function toSandbox(address, next, request, response) {
  if (isMisplacedPage(request, address)) {
    response.writeHead(307, { Location: address }).end()
    return
  }
  const whole = await withWholeBody(request, response)
  if (!whole) return
  whole.url = address
  await next(whole, response)
}

/**
 * @param {Receive} receive
 * @param {string} key
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function pass(receive, key, request, response) {
  /** @param {string} name */
  const get = (name) => request.headers[name]?.toString() ?? null
  const answer = await receive(decoded(key), { headers: { get }, body: request })
  // What was refused unread is still on its way: without it the connection can serve nothing more.
  const left = request.complete ? {} : { connection: 'close' }
  // With its length the answer is one write.
  const length = { 'content-length': Buffer.byteLength(answer.body) }
  response.writeHead(answer.status, { ...answer.headers, ...length, ...left })
  response.end(answer.body)
}

/**
 * As Next decodes it for the other door; what cannot be decoded is nobody's key.
 * @param {string} key
 */
function decoded(key) {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
