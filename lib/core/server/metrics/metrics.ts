import 'server-only'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type Histogram as DelayHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { singleton } from '../../../db/singleton'
import { config } from '../config/config'

/** Seconds: from what a healthy machine needs to what a person notices. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function open() {
  const registry = new Registry()
  // Memory, processor, event-loop delay, garbage collection and handles of this process. Only
  // where Prometheus may read them: measuring the delay uses 0.6 % of a processor, also while idle.
  if (config.peek()?.metricsToken) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    eventLoop: watchEventLoop(),
    requests: new Histogram({
      name: 'counterfoil_api_request_seconds',
      help: 'Requests to /api by method and status',
      labelNames: ['method', 'status'] as const,
      buckets: seconds,
      registers,
    }),
    stored: new Histogram({
      name: 'counterfoil_notification_store_seconds',
      help: 'How long notifications waited to be stored durably',
      buckets: seconds,
      registers,
    }),
    commits: new Histogram({
      name: 'counterfoil_notification_commit_rows',
      help: 'Notifications that shared one commit',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200],
      registers,
    }),
  }
}

type Metrics = ReturnType<typeof open>

const opened = singleton<Metrics>('metrics')

/** What this process counts, once for all bundles. */
export function metrics(): Metrics {
  const known = opened.peek()
  if (known) return known
  const made = open()
  opened.set(made)
  return made
}

/**
 * Milliseconds between two measurements. Each wakes the process: every 20 ms they would take 0.3 % of a processor,
 * also while it is idle.
 */
const resolution = 100
const minute = 60_000

/**
 * Measures how long the event loop keeps timers waiting. Prometheus's own measurement restarts with each reading of the
 * metrics.
 */
export function watchEventLoop() {
  const { p99, turn } = lastTwo(monitor(), monitor())
  setInterval(turn, minute).unref()
  return { p99 }
}

function monitor(): DelayHistogram {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  return histogram
}

/** Reads the one of two histograms that has measured for longer. At each turn it is reset, and the other is read. */
export function lastTwo(...both: [DelayHistogram, DelayHistogram]) {
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
