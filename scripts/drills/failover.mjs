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
import { ensureBuilt } from '../lib/build.mjs'
import { answers } from './kit/cluster.mjs'
import { drill } from './kit/drill.mjs'
import { oneApplication } from './kit/one.mjs'
import { conclude } from './kit/outcome.mjs'
import { newPair } from './kit/pair.mjs'
import { roundsAndSeed } from './kit/rounds.mjs'

const { rounds, random } = roundsAndSeed(2)
const connections = 8
const pauseMs = 50
const failsWhileReadOnly = `SELECT 1 / (current_setting('transaction_read_only') = 'off')::int`
const msSince = (/** @type {number} */ since) => Math.round(performance.now() - since)

await drill(async (later) => {
  await ensureBuilt()
  const pair = await newPair(later)
  const { load, api, address } = await oneApplication(later, { on: pair.url })
  load.start(0, [address], connections, pauseMs)
  for (let round = 0; round < rounds; round++) {
    await sleep(1_000 + random() * 3_000)
    const killed = await pair.killPrimary()
    const since = performance.now()
    // Answers that were on their way.
    await sleep(500)
    const before = load.acknowledged.size
    const [writes, away] = await Promise.all([
      answers(pair.url, failsWhileReadOnly, 120_000).then(() => msSince(since)),
      load.next().then(() => msSince(since)),
    ])
    console.log(
      `primary ${killed.name} killed after ${before} acknowledged: PostgreSQL takes writes after ${writes} ms, the application acknowledges again after ${away} ms`,
    )
    await pair.startAgain(killed)
    console.log(`${killed.name} is the synchronous standby ${msSince(since)} ms after it was killed`)
  }
  await sleep(1_000)
  await load.stop()
  return conclude(load, address, api, `${rounds} failovers of PostgreSQL`)
})
