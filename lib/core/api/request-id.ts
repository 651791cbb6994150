/** The header with the ID of a request: from the browser, through the log, to the gateway. */
export const requestIdHeader = 'x-request-id'
