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
