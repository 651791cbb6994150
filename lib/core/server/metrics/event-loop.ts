import 'server-only'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 20
const minute = 60_000

/**
 * Measures how long the event loop keeps timers waiting. Prometheus has a measurement of its own (metrics.ts), which
 * begins anew with each reading of the metrics.
 */
export function watchEventLoop() {
  const monitor = () => {
    const histogram = monitorEventLoopDelay({ resolution })
    histogram.enable()
    return histogram
  }
  let [older, younger] = [monitor(), monitor()]
  const turn = () => {
    ;[older, younger] = [younger, older]
    younger.reset()
  }
  setInterval(turn, minute).unref()
  return {
    /** In milliseconds: 99 of 100 delays of the last minute or two are shorter. Reading it changes nothing. */
    p99: (): number => Math.max(0, older.percentile(99) / 1e6 - resolution),
    turn,
  }
}
