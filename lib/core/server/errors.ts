import 'server-only'
import type { ProblemCode } from '../api/problem'
import type { FieldErrors } from '../../gateway/errors'

type Details = {
  detail?: string
  errors?: FieldErrors
  current?: Record<string, unknown>
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * Marks the errors of this file. Process-wide singletons (lib/db/singleton.ts) may come from another bundle, with
 * another copy of these classes, so `instanceof` does not work.
 */
const mark = Symbol.for('counterfoil.error')
const isMarked = (value: unknown, as: 'app' | 'gateway'): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Reflect.get(value, mark) as string[] | undefined)?.includes(as) === true

/** An error with a meaning for the caller. `problem.ts` alone maps it to an answer. */
export class AppError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, 'app')
  }
  override readonly name: string = 'AppError'
  readonly [mark]: string[] = ['app']
  readonly detail?: string
  readonly errors?: FieldErrors
  /** The current values by field, for a `conflict`. */
  readonly current?: Record<string, unknown>
  readonly retryAfterSeconds?: number

  constructor(
    readonly code: ProblemCode,
    { detail, errors, current, retryAfterSeconds, cause }: Details = {},
  ) {
    super(code, cause === undefined ? undefined : { cause })
    this.detail = detail
    this.errors = errors
    this.current = current
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * A failed call to the gateway. `mayHaveHappened`: it was sent, or may have been, and its answer was lost. A write
 * must not be repeated before it is settled.
 */
export class GatewayError extends AppError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, 'gateway')
  }
  override readonly name: string = 'GatewayError'
  override readonly [mark] = ['app', 'gateway']
  readonly mayHaveHappened: boolean

  constructor(
    code: ProblemCode & `gateway_${string}`,
    details: Details & { mayHaveHappened?: boolean } = {},
  ) {
    super(code, details)
    this.mayHaveHappened = details.mayHaveHappened ?? false
  }
}

/** Whether the gateway did not answer at all. Client errors, redirects, rate limits and invalid bodies are answers. */
export const isOutage = (code: GatewayError['code']): boolean =>
  code === 'gateway_unavailable' || code === 'gateway_timeout'
