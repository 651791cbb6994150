/**
 * Sends many hostile requests to the receiving route, of the kinds in lib/notifications/server/receiving/fuzz.test.ts. Measures
 * memory and the event loop's delay while receiving, beside the delay of an idle thread. On the embedded engine, or on
 * PostgreSQL with BENCH_DATABASE_URL. BENCH_ROWS: number of requests (default 100,000). FUZZ_SEED: seed of the
 * requests.
 */
import { once } from 'node:events'
import { createHistogram } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { openLog } from '../../lib/core/server/log/log'
import { fuzz } from '../../lib/notifications/server/receiving/testing-fuzz'
import { openTestOffice } from '../../lib/testing/office'
import { table } from './kit/measure'

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const cases = Number(process.env.BENCH_ROWS ?? 100_000)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Share of bodies of about 1 MiB, small enough that they do not dominate the time. */
const longShare = 0.001

/** Targets: 99th percentile of the event loop's delay above that of an idle thread, in ms; memory left over, in MB. */
const target = { loop: 50, memory: 50 }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const megabytes = () => {
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: (heapUsed + external) / 1024 ** 2, rss: rss / 1024 ** 2 }
}

/** An idle thread. Its delay shows how busy the machine is. */
const idle = `const { parentPort } = require('node:worker_threads')
const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 })
delay.enable()
parentPort.on('message', () => parentPort.postMessage([delay.percentile(99) / 1e6, delay.max / 1e6]))`

it(`${cases.toLocaleString('en')} hostile requests, seed ${seed}`, { timeout: 2 * 3600_000 }, async () => {
  openLog('silent')
  const office = await openTestOffice(onServer ? 'server' : 'embedded')
  office.context.log.level = 'warn'
  const beside = new Worker(idle, { eval: true })
  const delay = createHistogram()
  let receivingMs = 0
  const started = performance.now()
  // As in a server that has run for a while.
  let before = megabytes()
  console.log('\nrequests  seconds  of these receiving  heap MB  in all MB')
  const answers = await fuzz(office, {
    seed,
    cases,
    longShare,
    measured: async (requests) => {
      let last = performance.now()
      const ticks = setInterval(() => {
        const now = performance.now()
        delay.record(Math.max(1, Math.round((now - last) * 1e6)))
        last = now
      }, 1)
      const since = performance.now()
      await requests()
      receivingMs += performance.now() - since
      clearInterval(ticks)
    },
    progress: (done) => {
      const every = Math.max(500, cases / 10)
      if (done % every !== 0 && done !== cases) return
      const { heap, rss } = megabytes()
      if (done <= every) before = { heap, rss }
      const seconds = (performance.now() - started) / 1000
      console.log(
        [done, ...[seconds, receivingMs / 1000, heap, rss].map((cell) => cell.toFixed(0))].join('  '),
      )
    },
  })
  await office.dispose()
  beside.postMessage('')
  const [[idleP99, idleMost]] = (await once(beside, 'message')) as [[number, number]]
  await beside.terminate()
  const after = megabytes()
  const figures = [
    ['answers', [...answers].map(([status, count]) => `${status}: ${count}`).join(', '), ''],
    ['received, requests/s', (cases / (receivingMs / 1000)).toFixed(0), ''],
    ['event loop p99, ms', (delay.percentile(99) / 1e6).toFixed(1), `idle ${idleP99.toFixed(1)}`],
    ['event loop most, ms', (delay.max / 1e6).toFixed(1), `idle ${idleMost.toFixed(1)}`],
    ['heap after a tenth and at the end, MB', `${before.heap.toFixed(0)}, ${after.heap.toFixed(0)}`, ''],
  ]
  console.log(
    `\n${cases.toLocaleString('en')} hostile requests, seed ${seed}, ${onServer ? 'PostgreSQL' : 'PGlite'}\n${table(figures)}`,
  )
  expect(delay.percentile(99) / 1e6 - idleP99).toBeLessThanOrEqual(target.loop)
  expect(after.heap - before.heap).toBeLessThanOrEqual(target.memory)
})
