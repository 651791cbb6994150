import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { traced, correlated } from './tracing'

/**
 * Work that this process does in the minutes whose message it gets, so all instances must have the same work. Work
 * still under way is not started again. Work that fails is repeated once by a message of its own queue, through
 * `again`, so that the diagnosis counts the second failure.
 */
export function minutelyWork(again: (name: string) => Promise<void>, onError: (error: Error) => void) {
  const known = new Map<string, () => Promise<void>>()
  const running = new Map<string, Promise<void>>()
  const begin = (name: string, handler: () => Promise<void>) =>
    correlated(null, async () => traced('job', { queue: name }, handler))
      .catch(() => again(name))
      .catch(onError)
      .finally(() => running.delete(name))
  return {
    /** Returns how many there are. */
    add: (name: string, handler: () => Promise<void>) => known.set(name, handler).size,
    run: async () => {
      for (const [name, handler] of known) if (!running.has(name)) running.set(name, begin(name, handler))
    },
    /** Resolves when nothing runs, or after `ms`. */
    settled: (ms: number) =>
      Promise.race([Promise.all(running.values()), pause(ms, undefined, { ref: false })]),
  }
}
