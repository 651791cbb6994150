// @ts-check
/**
 * The way of a request to the sandbox, before Next: addresses as clients of other gateways write them, and bodies
 * that would never end or never fit. Next copies a body for its proxy and waits for its end whatever is answered,
 * so both are settled here. Plain Node, so that a test can mount it.
 */
import { IncomingMessage } from 'node:http'

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** Largest body, in bytes, as in lib/sandbox/http/body.ts. */
const maxBytes = 1024 * 1024

/** How long a body may take to arrive, in milliseconds. */
const maxWait = 10_000

/** How long a client may keep sending after a refusal, so that it reads the answer: milliseconds, bytes. */
const linger = { milliseconds: 5_000, bytes: 512 * 1024 * 1024 }

/** What pages are made of; the rest of the back office is not there where the sandbox stands alone. */
const assets = /^\/(_next\/|icon|favicon)/

/**
 * The address within the sandbox that a request means, or null where it means none: slashes doubled or at the end
 * are left out, which clients send who join an address and a path. Where the sandbox stands `alone`, everything
 * but the parts of pages is the sandbox's, with or without `/sandbox` in front: some clients can be told a host
 * but no path.
 * @param {string} url
 * @param {boolean} alone
 */
export function sandboxAddress(url, alone) {
  const query = url.indexOf('?')
  const end = query < 0 ? url.length : query
  const path = plainPath(url)
  const inside = path === '/sandbox' || path.startsWith('/sandbox/')
  if (!inside && (!alone || assets.test(path))) return null
  return (inside ? path : `/sandbox${path === '/' ? '' : path}`) + url.slice(end)
}

/**
 * The path as Next goes by it: dots and backslashes resolved, so that nothing outside is reached through the sandbox
 * or the parts of pages; slashes doubled or at the end left out. What is no percent-encoding stands for itself, or Next
 * fails before it knows whose it is.
 * @param {string} url
 */
export function plainPath(url) {
  const [path = ''] = url.split('?', 1)
  const resolved = new URL(path.replace(/^[\\/]*/, '/'), 'http://door').pathname
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
  try {
    decodeURIComponent(resolved)
    return resolved
  } catch {
    return resolved.replaceAll('%', '%25')
  }
}

/** Addresses without credentials, or where cards can be tried: endpoint 1 and the payer pages. */
const limited =
  /^\/sandbox\/(?:transactions\/tokenizations|products\/[^/]+\/(?:pay|payments)|payments\/.+|v2\/(?:checkout|confirm_order)(?:\/.+)?|checkout|widget\/.+)$/

/** How often one address may come to those within a minute. */
const mostVisits = 300

/** @param {string | undefined} method @param {string} address within the sandbox */
export const isLimited = (method, address) => method !== 'OPTIONS' && limited.test(plainPath(address))

/** Counts visits by address; tells whether one may still pass in this minute. */
export function visitsPerMinute(most = mostVisits) {
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
 * Whether a browser asks for a page by a path that is not where the page lives.
 * @param {IncomingMessage} request
 * @param {string} address
 */
export const isMisplacedPage = (request, address) =>
  request.method === 'GET' &&
  !(request.url ?? '').startsWith('/sandbox') &&
  (request.headers.accept ?? '').includes('text/html') &&
  address.startsWith('/sandbox/')

/**
 * The request once its body is here, or null where it was refused: 413 where it is or turns out too large, 408
 * where it comes too slowly.
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
    const timer = setTimeout(() => resolve(408), maxWait)
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
  return typeof body === 'number' ? refuse(request, response, body) : again(request, body)
}

/**
 * The same request, its body to be read once more.
 * @param {IncomingMessage} request
 * @param {Buffer} body
 */
function again(request, body) {
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
 * Refuses in the shape of the endpoint's other failures, and after a while hangs up on who sends on.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {408 | 413} status
 * @returns {null}
 */
function refuse(request, response, status) {
  const body = { message: messages[status] }
  const wrapped =
    !request.headers['x-api-version'] && /\/transactions(\/|$)/.test((request.url ?? '').split('?')[0] ?? '')
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(wrapped ? { response: body } : body))
  const { socket } = request
  let left = linger.bytes
  const timer = setTimeout(() => socket.destroy(), linger.milliseconds)
  // The socket outlives the request, where the connection is kept.
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
