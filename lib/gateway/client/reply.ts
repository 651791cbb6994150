import 'server-only'
import type { z } from 'zod'
import { readFailure } from '../errors'
import { GatewayError } from '../../core/server/errors'
import type { Response } from './transport'
import { clock } from './breaker'

type Expected<Reply> = {
  /** How the reply is read; absent where success has no body. */
  reply?: z.ZodType<Reply>
  writing: boolean
}

/** Longest that `Retry-After` is believed, and what counts where it cannot be read, in seconds. */
const longestWait = 3600
const unknownWait = 60

/**
 * Reads a reply by its status (docs/gateway.md#errors).
 * @throws GatewayError; neither the body nor what is wrong with it by the schema is in its causes.
 */
export function readReply<Reply>({ reply, writing }: Expected<Reply>, response: Response): Reply {
  const { status, text, retryAfter } = response
  if (status >= 200 && status < 300) {
    // Where no body is expected, an object is none of our business; anything else is not the gateway speaking.
    if (!reply && (text.trim() === '' || typeof parse(text) === 'object')) return undefined as Reply
    const parsed = reply?.safeParse(parse(text))
    if (parsed?.success) return parsed.data
    const cause = new Error(`unexpected reply with ${status}`)
    throw new GatewayError('gateway_unreadable', { mayHaveHappened: writing, cause })
  }
  const wait = secondsOf(retryAfter)
  if (status === 429)
    throw new GatewayError('gateway_rate_limited', { retryAfterSeconds: wait ?? unknownWait })
  const failure = readFailure(parse(text)) ?? { message: '', errors: {} }
  const detail = failure.message || undefined
  if (status >= 500)
    throw new GatewayError('gateway_unavailable', {
      detail,
      mayHaveHappened: writing,
      retryAfterSeconds: wait,
    })
  if (status === 401 || status === 403) throw new GatewayError('gateway_credentials', { detail })
  throw new GatewayError(answerCode(status), { detail, errors: failure.errors })
}

function answerCode(status: number): GatewayError['code'] & `gateway_${string}` {
  if (status >= 300 && status < 400) return 'gateway_redirect'
  return status === 404 ? 'gateway_not_found' : 'gateway_rejected'
}

/** The body as JSON, or undefined where it is none (an HTML error page, nothing at all). */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The parser's message quotes the body.
  }
}

/** `Retry-After` is seconds or a date; undefined where it is absent or neither. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), longestWait)
}

const maxAttempts = 3
/** Full jitter: anything from 0 up to this, doubled with each attempt, in milliseconds. */
const backoffMs = 200
/** Longest that a read waits because the gateway said when to come back, in seconds. */
const patience = 2
const politeness = 250
/** An attempt that has less time than this left would only hide the real failure behind a time-out. */
const usefulMs = 250

/** Answers of something that stands in front of the gateway that could not reach it. A 500 is the gateway's own answer. */
const passing = new Set([502, 503, 504])

type Failure = {
  method: string
  /** 1 for the first. */
  attempt: number
  error: GatewayError
  /** Undefined where there was no whole reply. */
  status: number | undefined
  /** What is left of the call's time limit, which holds over all attempts. */
  remainingMs: number
}

/**
 * How long to wait before a failed read is repeated, in milliseconds, or null: it is not. Writes never are; nor
 * is what the gateway has answered, save “come back soon”; nor what ended as a time-out, as whoever asked has
 * waited long enough by then.
 */
export function repeatAfter({ method, attempt, error, status, remainingMs }: Failure): number | null {
  if (method !== 'GET' || attempt >= maxAttempts) return null
  const delay = delayAfter(error, status, attempt)
  return delay !== null && delay + usefulMs <= remainingMs ? delay : null
}

function delayAfter({ code, retryAfterSeconds }: GatewayError, status: number | undefined, attempt: number) {
  const unreached = status === undefined ? code === 'gateway_unavailable' : passing.has(status)
  if (!unreached && status !== 429) return null
  if (retryAfterSeconds === undefined) return clock.random() * backoffMs * 2 ** (attempt - 1)
  // Not a moment early, and not all who wait in the same moment.
  return retryAfterSeconds <= patience ? retryAfterSeconds * 1000 + clock.random() * politeness : null
}
