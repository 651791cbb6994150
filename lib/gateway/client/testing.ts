import 'server-only'
import { vi } from 'vitest'
import { singleton } from '../../db/singleton'
import { clock } from './breaker'

/** For tests: forgets every outage and every request to wait; tests make more of them in a row than a gateway. */
export const forgetGates = (): void => singleton('gateway-gates').set(new Map())

/**
 * For tests: a clock that moves only when somebody sleeps, or when told to, and a chance that always falls in
 * the middle. `slept` has the pauses, in milliseconds. Real time limits of requests are not touched.
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
