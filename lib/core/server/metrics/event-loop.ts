import 'server-only'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** In ms. Each measurement wakes the process: every 20 ms they take 0.3 % of a processor, whether idle or not. */
const resolution = 100
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
