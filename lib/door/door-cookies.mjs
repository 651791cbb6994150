// @ts-check
/**
 * next-auth remembers where to lead people after sign-in in this cookie, and fails at every request of a browser that
 * sends something else in it than an address.
 */
const callbackCookie = /^(?:__Secure-|__Host-)?next-auth\.callback-url$/

/**
 * The `Cookie` header without what next-auth cannot read.
 * @param {string | undefined} header
 */
export function usableCookies(header) {
  if (!header?.includes('next-auth.callback-url')) return header
  return header
    .split(';')
    .filter((pair) => {
      const [name = '', ...value] = pair.trim().split('=')
      return !callbackCookie.test(name) || isAddress(value.join('='))
    })
    .join(';')
}

/** @param {string} value */
function isAddress(value) {
  try {
    const text = decodeURIComponent(value)
    return (
      /^https?:$/.test(new URL(text, 'http://door').protocol) && (text.startsWith('/') || URL.canParse(text))
    )
  } catch {
    return false
  }
}
