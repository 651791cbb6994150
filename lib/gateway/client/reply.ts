import 'server-only'
import type { z } from 'zod'
import { isFailureOnly, readFailure } from '../errors'
import { GatewayError } from '../../core/server/errors'
import type { Response } from './transport'
import { clock } from './breaker'

type Expected<Reply> = {
  reply?: z.ZodType<Reply>
  read?: (text: string, json: unknown) => Reply | null
  isWriting: boolean
}

/** In seconds: the maximum accepted `Retry-After`, and the wait if it is missing or cannot be read. */
const maxWaitSeconds = 3600
const defaultWaitSeconds = 60

/**
 * Reads a reply by its status (docs/gateway.md#errors).
 * @throws GatewayError; its causes contain neither the body nor schema errors
 */
export function readReply<Reply>({ reply, read, isWriting }: Expected<Reply>, response: Response): Reply {
  const { status, text, retryAfter } = response
  const failure = readFailure(parse(text)) ?? { message: '', errors: {} }
  const detail = failure.message || undefined
  if (status >= 200 && status < 300) {
    const parsed = reply?.safeParse(parse(text))
    if (parsed?.success) return parsed.data
    const own = read?.(text, parse(text)) ?? null
    if (own !== null) return own
    // The interface does not say which status errors come with.
    if (Object.keys(failure.errors).length > 0 && isFailureOnly(parse(text)))
      throw new GatewayError('gateway_rejected', { detail, errors: failure.errors })
    // No body is expected: ignore a JSON object, but refuse anything else, which does not come from the gateway.
    if (!reply && !read && (text.trim() === '' || typeof parse(text) === 'object')) return undefined as Reply
    const cause = new Error(`unexpected reply with ${status}`)
    throw new GatewayError('gateway_unreadable', { mayHaveHappened: isWriting, cause })
  }
  const wait = secondsOf(retryAfter)
  if (status === 429)
    throw new GatewayError('gateway_rate_limited', { retryAfterSeconds: wait ?? defaultWaitSeconds })
  // Proxies also answer 408 while the gateway is at work.
  if (status >= 500 || status === 408)
    throw new GatewayError('gateway_unavailable', {
      detail,
      mayHaveHappened: isWriting,
      retryAfterSeconds: wait,
    })
  if (status === 401 || status === 403) throw new GatewayError('gateway_credentials', { detail })
  // 303 says that a request was carried out, and where its result is (RFC 9110).
  const mayHaveHappened = isWriting && status === 303
  throw new GatewayError(answerCode(status), { detail, errors: failure.errors, mayHaveHappened })
}

function answerCode(status: number): GatewayError['code'] & `gateway_${string}` {
  if (status >= 300 && status < 400) return 'gateway_redirect'
  return status === 404 ? 'gateway_not_found' : 'gateway_rejected'
}

/** Parses the body as JSON. Returns undefined if it is not JSON (an HTML error page, an empty body). */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The parser's message quotes the body.
  }
}

/** Parses `Retry-After`, which is seconds or a date. Returns undefined if it is absent or neither. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), maxWaitSeconds)
}

const maxAttempts = 3
/** Full jitter: a random delay from 0 to this many milliseconds, doubled with each attempt. */
const backoffMs = 200
/** Maximum `Retry-After` that a read waits for, in seconds. */
const maxRetryAfterSeconds = 2
const retryAfterJitterMs = 250
/** A repeat with less time left, in milliseconds, would only hide the real failure behind a time-out. */
const usefulMs = 250

/** Statuses from a proxy that could not reach the gateway. A 500 is the gateway's own answer. */
const proxyErrorStatuses = new Set([502, 503, 504])

type Failure = {
  method: string
  attempt: number
  error: GatewayError
  /** Undefined if no complete reply arrived. */
  status: number | undefined
  remainingMs: number
}

/**
 * Returns the delay before a failed read is repeated, in milliseconds, or null if it is not repeated. Never repeats a
 * write, an answer of the gateway (except a short `Retry-After`), or a time-out, after which the caller has waited long
 * enough.
 */
export function repeatAfter({ method, attempt, error, status, remainingMs }: Failure): number | null {
  if (method !== 'GET' || attempt >= maxAttempts) return null
  const delay = delayAfter(error, status, attempt)
  return delay !== null && delay + usefulMs <= remainingMs ? delay : null
}

function delayAfter({ code, retryAfterSeconds }: GatewayError, status: number | undefined, attempt: number) {
  const isUnreached = status === undefined ? code === 'gateway_unavailable' : proxyErrorStatuses.has(status)
  if (!isUnreached && status !== 429) return null
  if (retryAfterSeconds === undefined) return clock.random() * backoffMs * 2 ** (attempt - 1)
  // Not before the requested time, and not all callers at the same moment.
  return retryAfterSeconds <= maxRetryAfterSeconds
    ? retryAfterSeconds * 1000 + clock.random() * retryAfterJitterMs
    : null
}
