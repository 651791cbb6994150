import 'server-only'

/** The configured PostgreSQL server cannot be used: it is unreachable, or denies something the application needs. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/** SQLSTATEs for a missing permission, an unsupported feature and an extension that is not installed. */
const refusals = new Set(['42501', '0A000', '58P01'])

/** Returns PostgreSQL's own message (it holds no password) if it denied something, or null for any other error. */
export function denialMessageOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && refusals.has(String(cause.code))) return cause.message
  }
  return null
}

/** Returns the error that PostgreSQL reported; null: it reported none. */
export function reportIn(error: unknown): ReportedError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('severity' in cause && 'code' in cause) return cause
  }
  return null
}

type ReportedError = Error & { code: unknown }

/**
 * Whether an error while a data folder is opened means that its files are damaged: invalid pages (class XX), files that
 * cannot be read (class 58), or tables that are missing or exist already because the states of transactions are lost.
 */
export const isDamage = ({ code }: ReportedError): boolean => /^(?:XX|58|42P01|42P07)/.test(String(code))

/**
 * Returns why the connection failed. An `AggregateError` of several addresses has no message; its first error has one.
 */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error ? first.message : 'unknown'
}
