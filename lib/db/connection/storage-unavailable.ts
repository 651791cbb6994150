import 'server-only'

export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/**
 * SQLSTATE classes: connection failure, insufficient resources (disk full), operator intervention, system error; and
 * one code: a standby, or a primary that was just promoted or demoted, takes no writes.
 */
const states = /^(?:08|53|57P|58|25006)/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
/**
 * pg's messages for a connection that ended, which have no code, and PostgreSQL's for a database that is closed to new
 * ones, whose code has other meanings too.
 */
const connectionEnded =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|database "[^"]*" is not currently accepting connections)/

/**
 * Whether the error means that the storage does not answer now, rather than that the statement is at fault. Not for
 * errors of calls to other services, such as the gateway, whose causes look the same.
 */
export function isStorageUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'StorageUnavailable' || connectionEnded.test(cause.message)) return true
    const code = 'code' in cause ? String(cause.code) : ''
    if (networkCodes.has(code) || (code.length === 5 && states.test(code))) return true
  }
  return false
}
