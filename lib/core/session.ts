/** Header of requests that a page makes while nobody uses it. They do not extend the session's idle limit. */
export const unattendedHeader = 'counterfoil-unattended'
