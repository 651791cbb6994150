/** Header of requests that a page makes while nobody uses it. They do not extend the session's idle limit. */
export const unattendedHeader = 'counterfoil-unattended'

/** Header of a page's requests: the ID of the person whom it was made for. Somebody else may have signed in since. */
export const personHeader = 'counterfoil-person'

/** The same in the address of the live stream, as browsers send no headers of ours for it. */
export const personParameter = personHeader
