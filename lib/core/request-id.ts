/** The header with the ID of a request: from the browser, through the log, to the gateway. */
export const requestIdHeader = 'x-request-id'

/** A random UUID. `crypto.randomUUID` is missing on pages without HTTPS. */
export function newRequestId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return hex.join('').replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}
