import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { config, type Config } from '../config/config'
import { watchEventLoop } from './event-loop'
import { metrics } from './metrics'

const block = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}
const prometheusSees = async () => {
  const { registry } = metrics()
  const max = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await registry.metrics())?.[1]
  return Number(max) * 1000
}

it('reports a delay on every read, and does not reset Prometheus', async () => {
  config.set({ metricsToken: 'a token' } as Config)
  metrics()
  const watch = watchEventLoop()
  await sleep(250)
  block(300)
  await sleep(250)
  expect(watch.p99()).toBeGreaterThan(200)
  expect(watch.p99()).toBeGreaterThan(200)
  expect(await prometheusSees()).toBeGreaterThan(200)
  expect(watch.p99()).toBeGreaterThan(200)
})

it('forgets it after the second turn', async () => {
  const watch = watchEventLoop()
  await sleep(250)
  block(300)
  await sleep(250)
  watch.turn()
  expect(watch.p99()).toBeGreaterThan(200)
  watch.turn()
  expect(watch.p99()).toBeLessThan(200)
})
