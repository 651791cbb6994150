import 'server-only'
import type { z } from 'zod'
import { readFailure } from '../errors'
import { GatewayError } from '../../core/server/errors'
import type { Response } from './transport'

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
