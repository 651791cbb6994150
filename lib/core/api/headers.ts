/** The header with the ID of a request: from the browser, through the log, to the gateway. */
export const requestIdHeader = 'x-request-id'

/** Header of requests that a page makes while it is not in use. They do not extend the session's idle limit. */
export const unattendedHeader = 'counterfoil-unattended'

/**
 * Header of a page's requests: the shop's own decimals with which the page reads and shows amounts (`minorUnitsText`).
 * They may have been changed since.
 */
export const decimalsHeader = 'counterfoil-decimals'

/**
 * Header of a page's requests: the ID of the person the page was rendered for. Someone else may have signed in since.
 * In the address of the live stream, for which browsers send no headers of ours, it is a parameter of the same name.
 */
export const personHeader = 'counterfoil-person'
