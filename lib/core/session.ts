/** On a request that a page makes by itself while nobody uses it: the session's idle limit goes on. */
export const unattendedHeader = 'counterfoil-unattended'
