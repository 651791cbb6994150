/** Errors on the wire: problem+json (RFC 9457). */
import { z } from 'zod'

export const problemCodes = [
  'bad_request',
  'not_json',
  'unauthenticated',
  'sign_in_again',
  'password_change_needed',
  'factor_needed',
  'forbidden',
  'foreign_origin',
  'token_invalid',
  'token_expired',
  'token_revoked',
  'token_address',
  'token_with_cookie',
  'not_for_tokens',
  'scope_missing',
  'not_found',
  'method_not_allowed',
  'idempotency_conflict',
  'in_progress',
  'conflict',
  'notifications_outstanding',
  'task_state',
  'decimals_changed',
  'upload_cancelled',
  'request_cancelled',
  'upload_cut',
  'last_owner',
  'belongs_elsewhere',
  'shop_archived',
  'connection_failed',
  'invitation_account',
  'invitation_used',
  'invitation_revoked',
  'invitation_expired',
  'too_many_attempts',
  'too_many_requests',
  'reveal_limit',
  'too_large',
  'invalid',
  'direct_tokenization_off',
  'gateway_duplicate',
  'gateway_rejected',
  'gateway_credentials',
  'gateway_not_found',
  'gateway_redirect',
  'gateway_rate_limited',
  'gateway_unavailable',
  'gateway_timeout',
  'gateway_unreadable',
  'unconfirmed',
  'secret_unopened',
  'storage_unavailable',
  'internal',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/**
 * `errors`: messages by dotted field path. `detail`: the gateway's own words, where it gave any. `current`, of a
 * `conflict`: current values of the fields that differ from the expected ones; null: empty. For `connection_failed`:
 * the report.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
  correlation_id: z.string(),
})
export type Problem = z.output<typeof problem>
