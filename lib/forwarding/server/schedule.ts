import 'server-only'

const hour = 3600

/** Seconds before each retry of a round; then always the last one. */
const waits = [5, 30, 120, 600, hour / 2, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour]

/** How long a message is tried for, from the beginning of its round, in seconds. */
export const triedForSeconds = 3 * 24 * hour

/** A receiver that asks for more than that is asked again after so much. */
const longestRetryAfter = 12 * hour

/** Up to a fifth more, so that what failed together does not come again together. */
const jitter = 0.2

type Tried = { count: number; elapsed: number; retryAfter: number | null; random?: number }

/**
 * Seconds until the next try after `count` (from 1) that failed, `elapsed` seconds after the round began; not before the
 * receiver asked for it. Null where it is given up: that would be more than three days after the beginning.
 */
export function secondsBeforeRetry({
  count,
  elapsed,
  retryAfter,
  random = Math.random(),
}: Tried): number | null {
  const usual = (waits[count - 1] ?? waits.at(-1) ?? hour) * (1 + jitter * random)
  const wait = Math.round(Math.max(usual, Math.min(retryAfter ?? 0, longestRetryAfter)))
  return elapsed + wait > triedForSeconds ? null : wait
}
