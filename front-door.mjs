// @ts-check
/**
 * The way of a request past Next: `POST /api/hooks/{key}/notification` goes straight to the verb that records
 * it, so that page rendering never delays the recording of money. Plain Node, so that a test can mount it.
 */
import { Readable } from 'node:stream'
import { isMisplacedPage, sandboxAddress, withWholeBody } from './sandbox-door.mjs'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {(hookKey: string, request: Request) => Promise<Response>} Receive */

/** Where files are taken: the one thing whose body may be on its way for longer. */
const upload = /^\/api\/shops\/[^/?]+\/products\/import(?:\?|$)/
/** How long any other body may take to arrive, in milliseconds. */
const arrival = 60_000

const hook = /^\/api\/hooks\/([^/?]+)\/notification(?:\?|$)/

/**
 * Answers a notification; anything else is for `next`. Where people come by HTTPS, whatever is answered tells
 * their browsers to stay with it. Without `receive` the sandbox stands alone, and there is nothing else.
 * @param {Receive | null} receive
 * @param {(request: IncomingMessage, response: ServerResponse) => Promise<void>} next
 * @param {string} [appUrl]
 */
export const frontDoorListener = (receive, next, appUrl) => {
  const secure = appUrl?.startsWith('https:')
  /** @param {IncomingMessage} request @param {ServerResponse} response */
  return (request, response) => {
    // Whatever a client sent under this name is replaced (lib/server/client-address.ts).
    request.headers['x-counterfoil-peer'] = request.socket.remoteAddress ?? 'unknown'
    if (!upload.test(request.url ?? '')) hangUpUnlessWhole(request, response)
    if (secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    const key = request.method === 'POST' ? hook.exec(request.url ?? '')?.[1] : undefined
    const address = sandboxAddress(request.url ?? '/', receive === null)
    const answered = () => {
      if (address !== null) return toSandbox(address, next, request, response)
      return key === undefined || receive === null
        ? next(request, response)
        : pass(receive, key, request, response)
    }
    answered().catch((error) => {
      process.stderr.write(`request failed: ${error instanceof Error ? error.stack : 'unknown'}\n`)
      response.destroy()
    })
  }
}

/**
 * Nobody keeps a connection busy with a body that never ends.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
function hangUpUnlessWhole(request, response) {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, arrival)
  response.once('close', () => clearTimeout(timer))
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
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value))
  const body = /** @type {ReadableStream} */ (Readable.toWeb(request))
  const init = { method: 'POST', headers, body, duplex: /** @type {const} */ ('half') }
  const answer = await receive(decoded(key), new Request(`http://localhost${request.url}`, init))
  // A body that was refused unread is still on its way: without it the connection can serve nothing more.
  const left = request.complete ? {} : { connection: 'close' }
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...left })
  response.end(await answer.text())
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
