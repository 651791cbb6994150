import 'server-only'
import type { GatewayError } from '../../core/server/errors'
import { clock } from './clock'

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

export type Failure = {
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
