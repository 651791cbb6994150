/** Names the browser's time zone to the server. */
export const zoneCookie = 'zone'
