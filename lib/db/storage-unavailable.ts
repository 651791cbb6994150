import 'server-only'

/** The storage does not answer now; what was asked of it may be asked again later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** SQLSTATE classes: no connection, no resources (disk full), ended by the operator, or by a failure of the system. */
const states = /^(?:08|53|57P|58)/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
])
/** What pg says of a connection that ended; it gives these no code. */
const connectionEnded =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/

/** Whether an error says that the storage does not answer now, and nothing about the statement. */
export function isStorageUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'StorageUnavailable' || connectionEnded.test(cause.message)) return true
    const code = 'code' in cause ? String(cause.code) : ''
    if (networkCodes.has(code) || (code.length === 5 && states.test(code))) return true
  }
  return false
}
