import 'server-only'
import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks'

/** In ms. Each measurement wakes the process: every 20 ms they take 0.3 % of a processor, whether idle or not. */
const resolution = 100
const minute = 60_000

/**
 * Measures how long the event loop keeps timers waiting. Prometheus has a measurement of its own (metrics.ts), which
 * begins anew with each reading of the metrics.
 */
export function watchEventLoop() {
  const { p99, turn } = lastTwo(monitor(), monitor())
  setInterval(turn, minute).unref()
  return { p99 }
}

function monitor(): Histogram {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  return histogram
}

/** Reads the one of two histograms that has measured for longer. At each turn it begins anew, and the other is read. */
export function lastTwo(...both: [Histogram, Histogram]) {
  let [older, younger] = both
  const turn = () => {
    ;[older, younger] = [younger, older]
    younger.reset()
  }
  return {
    /** In milliseconds: 99 of 100 delays of the last turn or two are shorter. Reading it changes nothing. */
    p99: (): number => Math.max(0, older.percentile(99) / 1e6 - resolution),
    turn,
  }
}
