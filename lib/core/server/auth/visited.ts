/** Set by proxy.ts on every visit of a page, replacing what a browser sent: the page's path and query. */
export const visitedHeader = 'x-counterfoil-visited'
