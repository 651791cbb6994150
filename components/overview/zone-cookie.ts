/** Holds the browser's time zone, for the server. */
export const zoneCookie = 'zone'
