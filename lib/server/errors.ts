import 'server-only'
import type { ProblemCode } from '../contracts/problem'
import type { FieldErrors } from '../gateway/errors'

type Details = {
  detail?: string
  errors?: FieldErrors
  current?: Record<string, unknown>
  retryAfterSeconds?: number
  cause?: unknown
}

/** An error with a meaning for the caller; `problem.ts` maps it to an answer, once. */
export class AppError extends Error {
  override readonly name: string = 'AppError'
  readonly detail?: string
  readonly errors?: FieldErrors
  /** Of a `conflict`: what is there instead, by field. */
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
 * A call to the gateway that did not succeed. `mayHaveHappened`: it was (or may have been) sent and its
 * answer was lost, so that a write must not be repeated before it is settled.
 */
export class GatewayError extends AppError {
  override readonly name: string = 'GatewayError'
  readonly mayHaveHappened: boolean

  constructor(
    code: ProblemCode & `gateway_${string}`,
    details: Details & { mayHaveHappened?: boolean } = {},
  ) {
    super(code, details)
    this.mayHaveHappened = details.mayHaveHappened ?? false
  }
}
