import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time and chance as the client sees them, in one place so that a test can put its own there. */
export const clock = {
  /** Milliseconds on a clock that never goes back. */
  now: (): number => performance.now(),
  /** At least 0, less than 1. */
  random: (): number => Math.random(),
  sleep: async (ms: number): Promise<void> => sleep(ms),
}
