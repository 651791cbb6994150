/**
 * A drill, not a test: the server is killed with -9 while a sync, a bulk change, an import or a reconciliation runs, in
 * turn, and a gateway posts notifications. After the next start, does the job end, with everything done and nothing
 * twice?
 *
 *   npm run drill -- kill-jobs [rounds=30] [seed]
 *
 * On the embedded database, or on a new one of the server that DATABASE_URL names.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { jobsOf } from './kit/jobs.mjs'
import { oneApplication } from './kit/one.mjs'
import { conclude } from './kit/outcome.mjs'
import { Products } from './kit/products.mjs'
import { plantStatement } from './kit/statement.mjs'

/** @typedef {import('./kit/jobs.mjs').Job} Job */
/** @typedef {import('./kit/jobs.mjs').Outcome} Outcome */

const { rounds, random } = roundsAndSeed(30)
/** About 20 notifications a second. */
const connections = 4
const pauseMs = 200
const products = 200
const patienceMs = 4 * 60_000
const msSince = (/** @type {number} */ since) => Math.round(performance.now() - since)

await drill(async (later) => {
  await ensureBuilt()
  const { place, instance, startAgain, load, api, address, authorization } = await oneApplication(later)
  const sandbox = new Products(place.origin, authorization)
  await sandbox.make(products)
  const ask = await api()
  await sandbox.difference(ask)
  const ids = (await sandbox.all()).map(({ id }) => id)
  const kinds = Object.entries(jobsOf(ask, sandbox, ids, await plantStatement(load, address, api)))
  load.start(0, [address], connections, pauseMs)
  /** @type {Outcome} */
  const total = { sent: 0, acknowledged: 0, found: 0, lost: 0, doubled: 0 }
  const judge = async (/** @type {string} */ what, /** @type {Job} */ job) => {
    const outcome = await job.judge()
    console.log(`${what}: ${told(outcome)}`)
    for (const key of /** @type {(keyof Outcome)[]} */ (Object.keys(total))) total[key] += outcome[key]
  }
  /** How long a job of each kind takes if nothing disturbs it. @type {Map<string, number>} */
  const usual = new Map()
  for (const [kind, order] of kinds) {
    const job = await order()
    const took = await ended(job)
    usual.set(kind, took)
    await judge(`${kind}, not disturbed, ended after ${took} ms`, job)
  }
  for (let round = 1; round <= rounds; round++) {
    const [kind, order] = /** @type {typeof kinds[number]} */ (kinds[(round - 1) % kinds.length])
    const { job, after } = await running(order, usual.get(kind) ?? 0)
    await stopApplication(instance.child, 'SIGKILL')
    await startAgain()
    const took = await ended(job)
    await judge(`round ${round}, ${kind}, killed after ${after} ms, ended ${took} ms after the start`, job)
  }
  await load.stop()
  console.log(`${rounds} jobs killed, ${kinds.length} not disturbed: ${told(total)}`)
  const isWhole = await conclude(load, address, api, `${rounds} kills, notifications`)
  return isWhole && total.lost + total.doubled === 0 && total.acknowledged === total.sent
})

/** @param {Outcome} outcome */
function told({ sent, acknowledged, found, lost, doubled }) {
  return `${sent} sent, ${acknowledged} acknowledged, ${found} found, ${lost} lost, ${doubled} doubled`
}

/**
 * Orders jobs until one still runs at its moment, which is drawn again for each.
 * @param {() => Promise<Job>} order
 * @param {number} usualMs
 */
async function running(order, usualMs) {
  for (let tries = 0; tries < 10; tries++) {
    const job = await order()
    const after = Math.round(random() * usualMs)
    await sleep(after)
    if (!(await job.isEnded())) return { job, after }
  }
  throw new Error('ten jobs had ended before they were to be killed')
}

/** Waits until a job has ended; returns after how many ms. @param {Job} job */
async function ended(job) {
  for (const since = performance.now(); ; await sleep(50)) {
    if (await job.isEnded()) return msSince(since)
    if (performance.now() - since > patienceMs) throw new Error('a job does not end')
  }
}
