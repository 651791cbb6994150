/**
 * A drill, not a test: after a kill -9, is every notification that was answered 200 stored once and processed? Starts
 * the built application, posts notifications over many connections, kills it at a random moment, restarts it, reposts
 * what was not answered, and reads them all through the API; several rounds on the same data.
 *
 *   npm run drill -- kill [rounds=30] [seed]
 *
 * Uses a new folder. If DATABASE_URL names a PostgreSQL server: two instances on a new database, dropped at the end;
 * each round kills one and then the other while its peer keeps running. DRILL_CONNECTIONS: number of connections (32).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { apiOf, listNotifications, newInstallation, notificationPath, server } from './kit/installation.mjs'
import { Load } from './kit/load.mjs'
import { compare, conclude } from './kit/outcome.mjs'
import { roundsAndSeed } from './kit/drill.mjs'

/** @typedef {{ place: Awaited<ReturnType<typeof reservePlace>>, child: import('node:child_process').ChildProcess }} Instance */

const { rounds, random } = roundsAndSeed(30)
const connections = Number(process.env.DRILL_CONNECTIONS ?? 32)
const { owner, authorization, settings, remove } = await newInstallation()
/** @type {Instance[]} */
const instances = []
const load = new Load()
let hasFailed = false
try {
  await ensureBuilt()
  for (let n = 0; n < (server ? 2 : 1); n++) {
    const place = await reservePlace()
    instances.push({ place, child: await startApplication(place, settings) })
  }
  const path = await notificationPath(await api())
  const addresses = instances.map(({ place }) => ({ origin: place.origin, path, authorization }))
  const first = /** @type {typeof addresses[number]} */ (addresses[0])
  row('round', 'acknowledged', 'posted again', 'refused', 'found', 'waiting', 'lost', 'doubled', 'killed after ms', 'ready again ms') // prettier-ignore
  for (let round = 1; round <= rounds; round++) {
    const before = { acknowledged: load.acknowledged.size, refused: load.refused }
    /** @type {number[]} */ const killedAfter = []
    /** @type {number[]} */ const readyAgain = []
    // With two instances, the one to begin with alternates.
    for (let turn = 0; turn < instances.length; turn++) {
      const instance = /** @type {Instance} */ (instances[(turn + round) % instances.length])
      load.start(round, addresses, connections)
      const moment = 200 + Math.floor(random() * 3_000)
      await sleep(moment)
      await stopApplication(instance.child, 'SIGKILL')
      // With two instances, the other one keeps receiving.
      if (instances.length === 1) await load.stop()
      const since = performance.now()
      instance.child = await startApplication(instance.place, settings)
      readyAgain.push(Math.round(performance.now() - since))
      killedAfter.push(moment)
      await load.stop()
    }
    const again = await load.again(round, first)
    const { lost, doubled, waiting, found } = compare(load, await listNotifications(await api()))
    hasFailed ||= lost > 0 || doubled > 0
    row(round, load.acknowledged.size - before.acknowledged, again, load.refused - before.refused, found, waiting, lost, doubled, killedAfter.join('+'), readyAgain.join('+')) // prettier-ignore
  }
  const what = instances.length === 1 ? 'the one instance, embedded' : 'two instances on one PostgreSQL'
  const kills = `${rounds * instances.length} kills of ${what}, ${connections} connections`
  hasFailed = !(await conclude(load, first, api, kills)) || hasFailed
} finally {
  await load.stop()
  for (const { child } of instances) await stopApplication(child)
  await remove()
}
process.exitCode = hasFailed ? 1 : 0

async function api() {
  return apiOf(/** @type {Instance} */ (instances[0]).place.origin, owner)
}

/** @param {...(string | number)} cells */
function row(...cells) {
  console.log(cells.map((cell, at) => String(cell).padStart(at === 0 ? 5 : 16)).join(''))
}
