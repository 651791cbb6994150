import 'server-only'
import { randomInt } from 'node:crypto'

export type Schedule = 'transaction' | 'checkout'
type Random = (max: number) => number

/** Seconds before retry number `count`, from 1; all documented (docs/gateway.md#delivery). */
const schedules: Record<Schedule, { retries: number; seconds: (count: number, random: Random) => number }> = {
  /** About 37 hours in all. */
  transaction: {
    retries: 15,
    seconds: (count, random) => Math.trunc(2.12 * count) ** 3 + random(30) * (count + 1),
  },
  checkout: { retries: 2, seconds: (count, random) => count ** 4 + 15 + random(30) * (count + 1) },
}

export const maxRetries = (schedule: Schedule): number => schedules[schedule].retries

/**
 * Returns the seconds before retry number `count` (from 1), divided by `speed` and rounded down. Null after the last
 * retry.
 */
export function secondsBeforeRetry(
  schedule: Schedule,
  count: number,
  { speed = 1, random = randomInt }: { speed?: number; random?: Random } = {},
): number | null {
  const { retries, seconds } = schedules[schedule]
  return count > retries ? null : Math.trunc(seconds(count, random) / speed)
}
