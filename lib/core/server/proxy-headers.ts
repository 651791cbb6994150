/** Request headers that proxy.ts sets on every page visit. It overwrites what a browser sent. */

/** Path and query of the visited page. */
export const visitedHeader = 'x-counterfoil-visited'

/** The nonce of the page's Content-Security-Policy. */
export const nonceHeader = 'x-nonce'
