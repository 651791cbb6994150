import 'server-only'
import { vi } from 'vitest'
import { singleton } from '../../db/singleton'
import { clock } from './breaker'

/** For tests: forgets all outages and rate limits. */
export const forgetGates = (): void => singleton('gateway-gates').set(new Map())

/**
 * For tests: replaces the clock by one that moves only on `sleep` or `advance`, and `random` by 0.5. `slept` lists the
 * pauses in milliseconds. Real time limits of requests are not affected.
 */
export function setClock() {
  let now = 1_000_000
  const slept: number[] = []
  vi.spyOn(clock, 'now').mockImplementation(() => now)
  vi.spyOn(clock, 'random').mockReturnValue(0.5)
  vi.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
    slept.push(ms)
    now += ms
  })
  return { slept, advance: (ms: number) => void (now += ms) }
}
