import 'server-only'

/** The PostgreSQL server of the setting cannot be used: it is not there, or does not let us do what we must. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/** What PostgreSQL says where a role may not do something, or where an extension is not installed. */
const refusals = new Set(['42501', '0A000', '58P01'])

/** The server's own words for why it cannot be used, without a password; null where it is none of its refusals. */
export function refusalOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && refusals.has(String(cause.code))) return cause.message
  }
  return null
}

/** Why there is no connection. Several addresses that were tried in vain come without words of their own. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error ? first.message : 'unknown'
}
