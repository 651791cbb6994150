/**
 * A drill, not a test: the primary of two PostgreSQL servers is killed with -9, while a gateway posts notifications.
 * pg_auto_failover makes its synchronous standby the primary, and HAProxy leads the application there
 * (deploy/haproxy.cfg). Is every acknowledged notification stored once, and how long until one is acknowledged again?
 *
 *   npm run drill -- failover [rounds=2] [seed]
 *
 * Needs pg_auto_failover and HAProxy. In each round the killed one comes back as standby, and the next kills the other.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build.mjs'
import { apiOf, newInstallation, notificationPath } from './kit/installation.mjs'
import { Load } from './kit/load.mjs'
import { conclude } from './kit/outcome.mjs'
import { newPair } from './kit/pair.mjs'
import { roundsAndSeed } from './kit/rounds.mjs'

const { rounds, random } = roundsAndSeed(2)
const connections = 8
const pauseMs = 50

await ensureBuilt()
const pair = await newPair()
const { owner, authorization, settings, remove } = await newInstallation(pair.url)
const place = await reservePlace()
const child = await startApplication(place, { ...settings, LOG_LEVEL: 'silent' })
const load = new Load()
const api = () => apiOf(place.origin, owner)
try {
  const address = { origin: place.origin, path: await notificationPath(await api()), authorization }
  load.start(0, [address], connections, pauseMs)
  for (let round = 0; round < rounds; round++) {
    await sleep(1_000 + random() * 3_000)
    const killed = await pair.killPrimary()
    const since = performance.now()
    // Answers that were on their way.
    await sleep(500)
    const before = load.acknowledged.size
    await load.next()
    const away = Math.round(performance.now() - since)
    console.log(
      `primary ${killed.name} killed after ${before} acknowledged: acknowledges again after ${away} ms`,
    )
    await pair.startAgain(killed)
    const whole = Math.round(performance.now() - since)
    console.log(`${killed.name} is the synchronous standby ${whole} ms after it was killed`)
  }
  await sleep(1_000)
  await load.stop()
  const isWhole = await conclude(load, address, api, `${rounds} failovers of PostgreSQL`)
  process.exitCode = isWhole ? 0 : 1
} finally {
  await load.stop()
  await stopApplication(child, 'SIGKILL')
  await remove().finally(pair.remove)
}
