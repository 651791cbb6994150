/**
 * A drill, not a test: after a kill -9, is every notification that was answered 200 stored once and processed? Starts
 * the built application, posts notifications over many connections, kills it at a random moment, restarts it, reposts
 * what was not answered, and reads them all through the API; several rounds on the same data.
 *
 *   npm run drill -- kill [rounds=20]
 *
 * Uses a new folder. If DATABASE_URL names a PostgreSQL server: two instances on a new database, dropped at the end;
 * each round kills one and then the other while its peer keeps running. DRILL_CONNECTIONS: number of connections (32).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build.mjs'
import { apiOf, listNotifications, newInstallation, notificationPath, server } from './kit/installation.mjs'
import { Load } from './kit/load.mjs'

/** @typedef {{ place: Awaited<ReturnType<typeof reservePlace>>, child: import('node:child_process').ChildProcess }} Instance */

const rounds = Number(process.argv[2] ?? 20)
const connections = Number(process.env.DRILL_CONNECTIONS ?? 32)
/**
 * Longest time without progress in processing before the drill gives up. The sweep runs once a minute on leftovers
 * older than a minute (lib/start/background.ts).
 */
const patienceMs = 5 * 60_000

const { owner, authorization, settings, remove } = await newInstallation()
/** @type {Instance[]} */
const instances = []
const load = new Load()
let failed = false
try {
  await ensureBuilt()
  for (let n = 0; n < (server ? 2 : 1); n++) {
    const place = await reservePlace()
    instances.push({ place, child: await startApplication(place, settings) })
  }
  const path = await notificationPath(await api())
  const addresses = instances.map(({ place }) => ({ origin: place.origin, path, authorization }))
  const first = /** @type {typeof addresses[number]} */ (addresses[0])
  row('round', 'acknowledged', 'posted again', 'refused', 'found', 'waiting', 'lost', 'twice', 'killed after ms', 'ready again ms') // prettier-ignore
  for (let round = 1; round <= rounds; round++) {
    const before = { acknowledged: load.acknowledged.size, refused: load.refused }
    /** @type {number[]} */ const killedAfter = []
    /** @type {number[]} */ const readyAgain = []
    // With two instances, the one to begin with alternates.
    for (let turn = 0; turn < instances.length; turn++) {
      const instance = /** @type {Instance} */ (instances[(turn + round) % instances.length])
      load.start(round, addresses, connections)
      const moment = 200 + Math.floor(Math.random() * 3_000)
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
    const { lost, twice, waiting, found } = compare(await listed(), { isLast: false })
    failed ||= lost > 0 || twice > 0
    row(round, load.acknowledged.size - before.acknowledged, again, load.refused - before.refused, found, waiting, lost, twice, killedAfter.join('+'), readyAgain.join('+')) // prettier-ignore
  }
  for (let tries = 0; load.unanswered.length > 0 && tries < 10; tries++) await load.again(rounds, first)
  failed = !(await settle()) || failed
} finally {
  await load.stop()
  for (const { child } of instances) await stopApplication(child)
  await remove()
}
process.exitCode = failed ? 1 : 0

/** Waits until everything is processed and prints the result. Returns whether everything is stored once. */
async function settle() {
  const since = performance.now()
  let all = await listed()
  let moved = { waiting: all.waiting, at: since }
  while (all.waiting > 0 && performance.now() - moved.at < patienceMs) {
    // Reading the list slows processing down: the more are waiting, the less often it is read.
    await sleep(5_000 + all.waiting)
    all = await listed()
    if (all.waiting < moved.waiting) moved = { waiting: all.waiting, at: performance.now() }
  }
  const { lost, twice, waiting } = compare(all, { isLast: true })
  const kills = rounds * instances.length
  const seconds = Math.round((performance.now() - since) / 1000)
  console.log(
    `\n${kills} kills of ${instances.length === 1 ? 'the one instance, embedded' : 'two instances on one PostgreSQL'}, ${connections} connections: ` +
      `${load.acknowledged.size} acknowledged, ${lost} lost, ${twice} twice, ${waiting} not worked out ${seconds} s after the last round`,
  )
  return lost === 0 && twice === 0 && waiting === 0
}

/**
 * Counts lost and duplicate notifications. Waiting ones have no uid yet: an acknowledged one that may be among them is
 * not lost.
 * @param {import('./kit/installation.mjs').Listed} listed @param {{ isLast: boolean }} when
 */
function compare({ seen, waiting }, { isLast }) {
  let missing = 0
  for (const uid of load.acknowledged.keys()) if (!seen.has(uid)) missing++
  const twice = [...seen.values()].filter((count) => count > 1).length
  return { lost: isLast ? missing : Math.max(0, missing - waiting), twice, waiting, found: seen.size }
}

async function api() {
  return apiOf(/** @type {Instance} */ (instances[0]).place.origin, owner)
}

async function listed() {
  return listNotifications(await api())
}

/** @param {...(string | number)} cells */
function row(...cells) {
  console.log(cells.map((cell, at) => String(cell).padStart(at === 0 ? 5 : 16)).join(''))
}
