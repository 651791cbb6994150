/**
 * Returns a cookie's name. With HTTPS it begins with `__Host-`: the browser then binds the cookie to this host and
 * accepts it from no other host of the domain.
 */
export const hostCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)
