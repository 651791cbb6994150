import 'server-only'
import { randomInt } from 'node:crypto'

/** Times a notification about a card transaction is sent again (documented); about 37 hours in all. */
export const maxRetries = 15

/**
 * Seconds to wait before retry number `count` (1 to 15): `int(2.12*count)^3 + rand(30)*(count+1)`, documented.
 * Null beyond the last retry.
 */
export function secondsBeforeRetry(
  count: number,
  random: (max: number) => number = randomInt,
): number | null {
  return count > maxRetries ? null : Math.trunc(2.12 * count) ** 3 + random(30) * (count + 1)
}
