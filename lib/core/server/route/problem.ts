import 'server-only'
import type { ProblemCode, Problem } from '../../api/problem'
import { getTranslator } from '../../i18n/server'
import { AppError } from '../errors'

/** The status of each code. A missing and a forbidden resource look alike where existence is a secret. */
const statuses: Record<ProblemCode, number> = {
  bad_request: 400,
  not_json: 400,
  unauthenticated: 401,
  sign_in_again: 403,
  password_change_needed: 403,
  factor_needed: 403,
  forbidden: 403,
  foreign_origin: 403,
  token_invalid: 401,
  token_expired: 401,
  token_revoked: 401,
  token_address: 403,
  token_with_cookie: 400,
  not_for_tokens: 403,
  scope_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  in_progress: 409,
  conflict: 409,
  notifications_outstanding: 409,
  task_state: 409,
  decimals_changed: 409,
  upload_cancelled: 409,
  // The client has disconnected.
  request_cancelled: 499,
  upload_cut: 409,
  last_owner: 409,
  belongs_elsewhere: 409,
  shop_archived: 409,
  connection_failed: 422,
  invitation_account: 409,
  invitation_used: 410,
  invitation_revoked: 410,
  invitation_expired: 410,
  too_many_attempts: 429,
  too_many_requests: 429,
  reveal_limit: 429,
  too_large: 413,
  invalid: 422,
  direct_tokenization_off: 409,
  gateway_duplicate: 409,
  gateway_rejected: 422,
  gateway_credentials: 502,
  gateway_not_found: 404,
  gateway_redirect: 502,
  gateway_rate_limited: 503,
  gateway_unavailable: 502,
  gateway_timeout: 504,
  gateway_unreadable: 502,
  unconfirmed: 504,
  secret_unopened: 409,
  storage_unavailable: 503,
  internal: 500,
}

/** An error as problem+json (RFC 9457). Unknown errors show only their correlation ID. */
export function problemResponse(error: unknown, correlationId: string): Response {
  const known = error instanceof AppError ? error : new AppError('internal')
  const { body, headers } = problem(known, correlationId)
  return new Response(JSON.stringify(body), { status: body.status, headers })
}

/** The problem as data: the front door writes its own answer. */
export function problem(
  known: AppError,
  correlationId: string,
): { body: Problem; headers: Record<string, string> } {
  const body: Problem = {
    type: `urn:counterfoil:problem:${known.code}`,
    title: getTranslator('problems')(known.code),
    status: statuses[known.code],
    code: known.code,
    detail: known.detail,
    errors: known.errors,
    current: known.current,
    correlation_id: correlationId,
  }
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  }
  // RFC 6750. Browsers show no prompt for it.
  if (body.status === 401)
    headers['WWW-Authenticate'] = known.code === 'unauthenticated' ? 'Bearer' : 'Bearer error="invalid_token"'
  if (known.retryAfterSeconds !== undefined) headers['Retry-After'] = String(known.retryAfterSeconds)
  // The unread rest of the body is still arriving, so this connection cannot be reused.
  if (known.code === 'too_large') headers.Connection = 'close'
  return { body, headers }
}
