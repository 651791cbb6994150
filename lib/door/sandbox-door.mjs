// @ts-check
/**
 * Handles requests to the sandbox before Next.js: maps the address forms of other gateways' clients, and rejects bodies
 * that are too large or too slow. Next would copy the body for its proxy and wait for its end even if refused, so the
 * body is read here. Plain Node, so that a test can mount it.
 */
import { IncomingMessage } from 'node:http'
import { decodablePath } from './readable.mjs'

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** Maximum body size in bytes, as in lib/sandbox/http/body.ts. */
const maxBytes = 1024 * 1024

/** Time limit for the arrival of a body, in milliseconds. */
const bodyTimeoutMs = 10_000

/** How much longer a client may send after an error answer, so that it can read the answer. */
const linger = { milliseconds: 5_000, bytes: 512 * 1024 * 1024 }

/** Assets of pages. A standalone sandbox serves nothing else of the back office. */
const assets = /^\/(_next\/|icon|favicon)/

/**
 * Returns the address within the sandbox for a URL, or null if it is outside the sandbox. Drops doubled and trailing
 * slashes, which clients produce when they concatenate an address and a path. `isAlone`: without the back office. Every
 * path except assets then belongs to the sandbox, with or without the `/sandbox` prefix: some clients can configure a
 * host but no path.
 * @param {string} url
 * @param {boolean} isAlone
 */
export function sandboxAddress(url, isAlone) {
  const query = url.indexOf('?')
  const end = query < 0 ? url.length : query
  const path = plainPath(url)
  const isInside = path === '/sandbox' || path.startsWith('/sandbox/')
  if (!isInside && (!isAlone || assets.test(path))) return null
  return (isInside ? path : `/sandbox${path === '/' ? '' : path}`) + url.slice(end)
}

/**
 * Returns the path as Next.js routes it. Resolves dots and backslashes, so that a request cannot escape the sandbox or
 * the assets. Drops doubled and trailing slashes. Escapes `%` in invalid percent-encoding, at which Next.js would fail
 * before routing.
 * @param {string} url
 */
export function plainPath(url) {
  const [path = ''] = url.split('?', 1)
  const resolved = new URL(path.replace(/^[\\/]*/, '/'), 'http://door').pathname
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
  return decodablePath(resolved)
}

/** Rate-limited addresses: those without credentials, or where card numbers can be tried (endpoint 1, payer pages). */
const limited =
  /^\/sandbox\/(?:transactions\/tokenizations|products\/[^/]+\/(?:pay|payments)|payments\/.+|v2\/(?:checkout|confirm_order)(?:\/.+)?|checkout|widget\/.+)$/

const maxRequestsPerMinute = 300

/**
 * Next.js also finds a handler by an encoded path, such as `%74okenizations`.
 * @param {string | undefined} method
 * @param {string} address within the sandbox
 */
export function isLimited(method, address) {
  const path = plainPath(address)
  return method !== 'OPTIONS' && (limited.test(path) || limited.test(decodeURIComponent(path)))
}

/** Returns a function that counts a request from a client address and returns whether it may pass in this minute. */
export function rateLimiter(most = maxRequestsPerMinute) {
  /** @type {Map<string, number>} */
  const visits = new Map()
  setInterval(() => visits.clear(), 60_000).unref()
  return (/** @type {string} */ from) => {
    const count = (visits.get(from) ?? 0) + 1
    visits.set(from, count)
    return count <= most
  }
}

/**
 * Whether a browser asks for a sandbox page without the `/sandbox` prefix.
 * @param {IncomingMessage} request
 * @param {string} address
 */
export const isMisplacedPage = (request, address) =>
  request.method === 'GET' &&
  !(request.url ?? '').startsWith('/sandbox') &&
  (request.headers.accept ?? '').includes('text/html') &&
  address.startsWith('/sandbox/')

/**
 * Waits for the whole body. Returns null after answering 413 if it is too large or 408 if it is too slow, and if the
 * client disconnects.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @returns {Promise<IncomingMessage | null>}
 */
export async function withWholeBody(request, response) {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return request
  if (Number(length) > maxBytes) return refuse(request, response, 413)
  /** @type {Buffer | 408 | 413 | null} */
  const body = await new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = []
    let size = 0
    const timer = setTimeout(() => resolve(408), bodyTimeoutMs)
    request.on('data', (/** @type {Buffer} */ chunk) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else resolve(413)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('close', () => resolve(null))
    request.on('error', () => resolve(null))
    response.on('close', () => clearTimeout(timer))
  })
  request.removeAllListeners('data')
  if (body === null) return null // The client has disconnected.
  return typeof body === 'number' ? refuse(request, response, body) : withBufferedBody(request, body)
}

/**
 * Copies the request, so that its body can be read again.
 * @param {IncomingMessage} request
 * @param {Buffer} body
 */
function withBufferedBody(request, body) {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request
  const copy = new IncomingMessage(request.socket)
  Object.assign(copy, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor })
  copy.headers = headers
  copy.complete = true
  copy.push(body)
  copy.push(null)
  return copy
}

const messages = { 408: 'Request body took too long', 413: 'Request body is too large' }

/**
 * Answers an error in the endpoint's error format. Closes the socket if the client keeps sending beyond `linger`.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {408 | 413} status
 * @returns {null}
 */
function refuse(request, response, status) {
  const body = { message: messages[status] }
  const isWrapped =
    !request.headers['x-api-version'] && /\/transactions(\/|$)/.test((request.url ?? '').split('?')[0] ?? '')
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(isWrapped ? { response: body } : body))
  const { socket } = request
  let left = linger.bytes
  const timer = setTimeout(() => socket.destroy(), linger.milliseconds)
  // A kept-alive socket outlives the request.
  const done = () => {
    clearTimeout(timer)
    socket.off('close', done)
  }
  request.on('data', (/** @type {Buffer} */ chunk) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
  request.on('end', done)
  socket.once('close', done)
  return null
}
