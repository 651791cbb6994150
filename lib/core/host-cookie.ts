/**
 * The name of a cookie. By HTTPS it begins with `__Host-`: the browser then keeps it to this very host, and takes it from
 * no other host of the domain.
 */
export const hostCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)
