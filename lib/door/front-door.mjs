// @ts-check
/**
 * The front door, which handles requests before Next.js. Notifications and verification requests to `/api/hooks/{key}`
 * go straight to the handlers that record them, so that page rendering never delays the recording of money. Plain Node,
 * so that a test can mount it.
 */
import { bodyDeadlines } from './body-deadlines.mjs'
import { isReadableState, readableUrl, withoutUnreadableCookies } from './readable.mjs'
import {
  isLimited,
  isMisplacedPage,
  plainPath,
  sandboxAddress,
  rateLimiter,
  withWholeBody,
} from './sandbox-door.mjs'
import { safeHeaders, sendRaw, replacePage, sandboxPage } from './answers.mjs'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('../notifications/server/receiving/receive').Verb} Receive */
/** @typedef {{ notification: Receive, verification: Receive }} Hooks */
/** @typedef {import('../core/server/route/door').FrontDoorHandlers} DoorManners */

/**
 * Import endpoints, which accept any file. Only their bodies may take longer to arrive
 * (lib/core/server/http/door-rules.test.ts).
 */
export const upload = /^\/api\/shops\/[^/]+\/(?:[^/]+\/)+import$/

const hook = /^\/api\/hooks\/([^/]+)\/(notification|verification)$/

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const pageMethods = ['GET', 'HEAD', 'OPTIONS']
/** All else outside the sandbox is a page or a file. Next.js would answer a post like a visit, or as a server action. */
const takesOtherMethods = /^\/(api|__nextjs[^/]*)(\/|$)/

/** Addresses by which Next.js also finds pages and handlers, past this door's checks. Nothing here uses them. */
const secondWay = /^\/_next\/data(\/|$)/
/** Conditional headers: Next.js fails if a file does not meet them. Without them it sends the whole file. */
const conditions = ['range', 'if-range', 'if-match', 'if-unmodified-since']

/**
 * Handles the gateway's posts and passes other requests to `next`. Without `hooks` only the sandbox is served. Errors
 * are answered here and logged in one line.
 * @param {Hooks | null} hooks
 * @param {(request: IncomingMessage, response: ServerResponse) => Promise<void>} next
 * @param {DoorManners} doorPolicy
 */
export const frontDoorListener = (hooks, next, doorPolicy) => {
  const { refuse, note, visitPage, transportSecurity } = doorPolicy
  const onTheirWay = bodyDeadlines()
  const mayPass = rateLimiter()
  const toPage = pagesTo(next, visitPage)
  /** @param {IncomingMessage} request @param {ServerResponse} response */
  return (request, response) => {
    for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, value)
    if (transportSecurity) response.setHeader('Strict-Transport-Security', transportSecurity)
    request.url = withoutOrigin(request.url ?? '/')
    setHeadersForNext(request)
    const path = request.url === '*' ? '*' : plainPath(request.url)
    const target = { method: request.method ?? '', path }
    const isUpload = request.method === 'POST' && upload.test(path)
    if (!isUpload) onTheirWay.add(request, response, () => refuse(target, 408))
    const address = path === '*' ? null : sandboxAddress(request.url, hooks === null)
    const isPage = path !== '*' && isPageAt(path, address)
    const pass = isPage ? toPage : next
    const allowed = isPage ? pageMethods : methods
    const answered = async () => {
      if (secondWay.test(path)) return sendRefusal(request, response, refuse(target, 404))
      if (target.method === 'OPTIONS' && (path === '*' || isPage)) {
        note(target, 'methods asked for')
        return void response.writeHead(204, { Allow: allowed.join(', ') }).end()
      }
      if (!allowed.includes(target.method) || path === '*') {
        const { status, headers, body } = refuse(target, 405)
        return sendRefusal(request, response, {
          status,
          headers: { ...headers, Allow: allowed.join(', ') },
          body,
        })
      }
      if (request.httpVersion === '1.1' && !request.headers.host)
        return sendRefusal(request, response, refuse(target, 400))
      const cookies = withoutUnreadableCookies(request.headers.cookie)
      if (cookies !== request.headers.cookie) {
        note(target, 'a cookie could not be read')
        request.headers.cookie = cookies
      }
      const [, key, hookKind] = (hooks && request.method === 'POST' && hook.exec(path)) || []
      if (hooks && key !== undefined)
        return passToHook(hooks[/** @type {keyof Hooks} */ (hookKind)], key, request, response)
      if (address === null) {
        request.url = readableUrl(request.url ?? '/')
        return pass(request, response)
      }
      if (isLimited(request.method, address) && !mayPass(doorPolicy.networkOf(request.headers))) {
        const { status, headers, body } = refuse({ ...target, path: plainPath(address) }, 429)
        return sendRefusal(request, response, { status, headers: { ...headers, 'Retry-After': '60' }, body })
      }
      return toSandbox(address, pass, request, response)
    }
    answered().catch((/** @type {unknown} */ error) => {
      const answer = refuse(target, 500, error)
      if (response.headersSent) response.destroy()
      else sendRefusal(request, response, answer)
    })
  }
}

/** @param {IncomingMessage} request */
function setHeadersForNext({ headers, socket }) {
  // Overwrites what a client may have sent under this name (lib/core/server/route/client-address.ts).
  headers['x-counterfoil-peer'] = socket.remoteAddress ?? 'unknown'
  // There are no server actions. Next.js would log its own lines for an unknown one.
  delete headers['next-action']
  for (const name of conditions) delete headers[name]
  if (!isReadableState(headers['next-router-state-tree'])) delete headers['next-router-state-tree']
}

/**
 * Passes requests for pages to `next`, which `visitPage` may answer instead.
 * @param {(request: IncomingMessage, response: ServerResponse) => Promise<void>} next
 * @param {DoorManners['visitPage']} visitPage
 * @returns {typeof next}
 */
const pagesTo = (next, visitPage) => (request, response) =>
  visitPage(plainPath(request.url ?? '/'), request.headers, (answerInstead) => {
    replacePage(request, response, answerInstead)
    return next(request, response)
  })

/** @param {string} path @param {string | null} address within the sandbox */
const isPageAt = (path, address) =>
  address === null ? !takesOtherMethods.test(path) : sandboxPage.test(plainPath(address))

/**
 * Answers malformed HTTP, which Node would otherwise answer without our headers and log.
 * @param {Pick<DoorManners, 'refuse'>} manners
 * @returns {(error: Error & { code?: string }, socket: import('node:stream').Duplex) => void}
 */
export const malformedRequestListener =
  ({ refuse }) =>
  (error, socket) => {
    // Nothing may be written into an answer that has begun. Node checks the same without a listener.
    const begun = /** @type {{ _httpMessage?: ServerResponse | null }} */ (socket)._httpMessage
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
      socket.destroy()
      return
    }
    const status = malformed[error.code ?? ''] ?? 400
    sendRaw(socket, refuse({ method: '', path: '' }, status, error))
  }

/** @type {Record<string, 400 | 408 | 413 | 431>} */
const malformed = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Strips the origin: a client may send an absolute URL in the request line (RFC 9112, 3.2.2).
 * @param {string} url
 */
const withoutOrigin = (url) => url.replace(/^[a-z]+:\/\/[^/?]*/i, '').replace(/^(?=\?|$)/, '/')

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {import('../core/server/route/door').Answer} answer
 */
function sendRefusal(request, response, { status, headers, body }) {
  // The unread body is still arriving, so the connection cannot be reused.
  const closeHeader = request.complete ? {} : { Connection: 'close' }
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body), ...closeHeader })
  response.end(request.method === 'HEAD' ? undefined : body)
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
async function passToHook(receive, key, request, response) {
  /** @param {string} name */
  const get = (name) => request.headers[name]?.toString() ?? null
  const answer = await receive(decoded(key), { headers: { get }, body: request })
  // The unread body is still arriving, so the connection cannot be reused.
  const left = request.complete ? {} : { connection: 'close' }
  // With a known length Node sends the answer in one write.
  const length = { 'content-length': Buffer.byteLength(answer.body) }
  response.writeHead(answer.status, { ...answer.headers, ...length, ...left })
  response.end(answer.body)
}

/**
 * Decodes the key as Next would. A key that cannot be decoded matches no shop.
 * @param {string} key
 */
function decoded(key) {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
