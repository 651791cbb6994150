import { createHistogram } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually'
import { config, type Config } from '../config/config'
import { metrics, lastTwo, watchEventLoop } from './metrics'

const ms = 1e6 // nanoseconds, in which Node.js measures

it('is as slow as the slowest of a hundred, less the time between measurements', () => {
  const histogram = createHistogram()
  const { p99 } = lastTwo(histogram, createHistogram())
  for (let n = 0; n < 100; n++) histogram.record(100 * ms)
  expect(Math.round(p99())).toBe(0)
  for (let n = 0; n < 2; n++) histogram.record(400 * ms)
  const slow = p99()
  expect(Math.round(slow)).toBe(300)
  expect(p99()).toBe(slow)
})

it('forgets a delay after the second turn', () => {
  const both = [createHistogram(), createHistogram()] as const
  const { p99, turn } = lastTwo(...both)
  for (const histogram of both) histogram.record(400 * ms)
  turn()
  expect(Math.round(p99())).toBe(300)
  turn()
  expect(p99()).toBe(0)
})

it('sees that the event loop was blocked, also after Prometheus has read its own measurement', async () => {
  const { p99 } = watchEventLoop()
  await eventually(async () => {
    const until = performance.now() + 200
    while (performance.now() < until);
    expect(p99()).toBeGreaterThan(50)
  })
  config.set({ metricsToken: 'a token' } as Config)
  await metrics().registry.metrics()
  expect(p99()).toBeGreaterThan(50)
})
