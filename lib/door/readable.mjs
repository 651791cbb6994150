// @ts-check
/**
 * The cookie in which next-auth stores where to go after sign-in. If its value is not an address, next-auth fails at
 * every request of that browser.
 */
const callbackCookie = /^(?:__Secure-|__Host-)?next-auth\.callback-url$/

/**
 * Returns the `Cookie` header without cookies that next-auth cannot read.
 * @param {string | undefined} header
 */
export function withoutUnreadableCookies(header) {
  if (!header?.includes('next-auth.callback-url')) return header
  return header
    .split(';')
    .filter((pair) => {
      const [name = '', ...value] = pair.trim().split('=')
      return !callbackCookie.test(name) || isAddress(value.join('='))
    })
    .join(';')
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
export function decodablePath(path) {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
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
  if (!URL.canParse(text, 'http://door')) return false
  return (
    /^https?:$/.test(new URL(text, 'http://door').protocol) && (text.startsWith('/') || URL.canParse(text))
  )
}
