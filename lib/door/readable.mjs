// @ts-check
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'

/**
 * The cookie in which next-auth stores where to go after sign-in. If its value is not an address, next-auth fails at
 * every request of that browser.
 */
const callbackCookie = /^(?:__Secure-|__Host-)?next-auth\.callback-url$/

/** next-auth's session: an encrypted token (RFC 7516), in numbered parts if it is long. */
const sessionCookie = /^(?:__Secure-|__Host-)?next-auth\.session-token(\.\d+)?$/
const token = /^[\w-]+(?:\.[\w-]*){4}$/
const tokenPart = /^[\w.-]+$/

/**
 * Returns the `Cookie` header without cookies that cannot be read.
 * @param {string | undefined} header
 */
export const withoutUnreadableCookies = (header) => header?.split(';').filter(isReadable).join(';')

/** @param {string} pair */
function isReadable(pair) {
  const [name = '', ...parts] = pair.trim().split('=')
  const value = parts.join('=')
  if (callbackCookie.test(name)) return isAddress(value)
  const session = sessionCookie.exec(name)
  if (session) return (session[1] === undefined ? token : tokenPart).test(value)
  return isDecodable(pair)
}

/**
 * Returns a URL that Next.js and next-auth can read: with `%` escaped in a path of invalid percent-encoding, at which
 * Next.js would fail before routing, and without a `callbackUrl` that is not an address.
 * @param {string} url path and query
 */
export function readableUrl(url) {
  const [, path = '', search] = /^([^?]*)(?:\?(.*))?$/s.exec(url) ?? []
  const query = path.startsWith('/api/auth/') ? withoutUnreadableCallback(search) : search
  return decodablePath(path) + (query ? `?${query}` : '')
}

/** @param {string} path */
export const decodablePath = (path) => (isDecodable(path) ? path : path.replaceAll('%', '%25'))

/** @param {string} text */
function isDecodable(text) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** @param {string | undefined} search */
function withoutUnreadableCallback(search) {
  if (!search?.includes('callbackUrl')) return search
  const query = new URLSearchParams(search)
  if (query.getAll('callbackUrl').every(isPlainAddress)) return search
  query.delete('callbackUrl')
  return query.toString()
}

/** @param {string} value */
function isAddress(value) {
  try {
    return isPlainAddress(decodeURIComponent(value))
  } catch {
    return false
  }
}

/** @param {string} text */
function isPlainAddress(text) {
  try {
    return /^https?:$/.test(new URL(text, text.startsWith('/') ? 'http://door' : undefined).protocol)
  } catch {
    return false
  }
}

/**
 * Whether Next.js can read its client's position. It fails at a header of another version's client, or of no client.
 * @param {string | string[] | undefined} header `Next-Router-State-Tree`
 */
export function isReadableState(header) {
  if (header === undefined) return true
  try {
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}
