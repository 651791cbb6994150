/** Request headers that proxy.ts sets on every page visit. It overwrites what a browser sent. */

/** Path and query of the visited page. */
export const visitedHeader = 'x-counterfoil-visited'

/** The nonce of the page's Content-Security-Policy. */
export const nonceHeader = 'x-nonce'

/**
 * Whether a page is the hosted payment page or follows it. Any merchant's page may frame these
 * (docs/gateway.md#checkout-request: `iframe`); no page may frame anything else. `next.config.mjs` names the same
 * pages.
 */
export const isPaymentWidget = (pathname: string): boolean =>
  pathname === '/sandbox/v2/checkout' || /^\/sandbox\/payments\/[^/]+(\/challenge)?$/.test(pathname)
