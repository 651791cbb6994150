/** The header with the ID of a request. The browser sends it, the log has it, and requests to the gateway carry it. */
export const requestIdHeader = 'x-request-id'

/** Header of requests that a page makes while it is not in use. They do not extend the session's idle limit. */
export const unattendedHeader = 'counterfoil-unattended'

/**
 * Header of a page's requests: the shop's own numbers of decimals with which the page reads and shows amounts
 * (`minorUnitsText`). The shop's may have changed since.
 */
export const decimalsHeader = 'counterfoil-decimals'

/**
 * Header of a page's requests: the ID of the person the page was rendered for. Someone else may have signed in since.
 * Browsers send no custom headers for the live stream, so its address has a parameter of the same name.
 */
export const personHeader = 'counterfoil-person'
