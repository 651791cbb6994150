/**
 * A drill, not a test: two instances on one PostgreSQL. The one that runs an import is stopped with SIGSTOP for a
 * minute, and until the other one has taken the import over, and continues with SIGCONT. Is it taken over, nothing
 * created twice, and every acknowledged notification stored once?
 *
 *   npm run drill -- frozen [rounds=2] [seed]
 *
 * Creates its own PostgreSQL (needs its programs; as root also its user).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { ask, newCluster } from './kit/cluster.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { importProducts, waitForEnd } from './kit/imports.mjs'
import { apiOf, newInstallation, notificationPath } from './kit/installation.mjs'
import { Load } from './kit/load.mjs'
import { conclude } from './kit/outcome.mjs'
import { Products } from './kit/products.mjs'

const { rounds, random } = roundsAndSeed(2)
const importedRows = 400
/** A lease ends after 45 s (lib/jobs/server/lease.ts), and another instance looks for such jobs each minute. */
const frozenForMs = 60_000
const takenOverWithinMs = 150_000
const connections = 8
const pauseMs = 100

await drill(async (later) => {
  await ensureBuilt()
  const cluster = await newCluster(later)
  const { owner, authorization, settings, remove } = await newInstallation(cluster.url)
  later(remove)
  const [first, second] = [await reservePlace(), await reservePlace()]
  const start = async (/** @type {typeof first} */ place) => {
    const child = await startApplication(place, { ...settings, LOG_LEVEL: 'fatal' })
    later(() => stopApplication(child, 'SIGKILL'))
    return child
  }
  // The sandbox of the one that starts last is the gateway of both: the other one is frozen.
  const frozen = await start(first)
  await start(second)
  const load = new Load()
  later(() => load.stop())
  const names = new Set()
  let hasFailed = false
  const path = await notificationPath(await apiOf(second.origin, owner))
  const address = { origin: second.origin, path, authorization }
  load.start(0, [{ ...address, origin: first.origin }, address], connections, pauseMs)
  const api = await apiOf(second.origin, owner)
  for (let round = 1; round <= rounds; round++) {
    // The instance that takes the order begins it.
    const rows = Array.from({ length: importedRows }, (_, n) => `Frozen ${round}.${n}`)
    for (const name of rows) names.add(name)
    const id = await importProducts(await apiOf(first.origin, owner), rows)
    await sleep(300 + random() * 1_000)
    frozen.kill('SIGSTOP')
    const since = performance.now()
    const before = await done(api, id)
    let takenOver = null
    while (performance.now() - since < (takenOver === null ? takenOverWithinMs : frozenForMs)) {
      await sleep(500)
      if (takenOver === null && performance.now() - since > 2_000 && (await done(api, id)) > before + 3)
        takenOver = Math.round(performance.now() - since)
    }
    frozen.kill('SIGCONT')
    await waitForEnd(api, id)
    /** @type {{ state: string, failure: string | null, counts: { total: number, done: number, unconfirmed: number } }} */
    const { state, failure, counts } = await api(`/jobs/${id}`)
    const when = takenOver === null ? 'NOT TAKEN OVER' : `taken over after ${takenOver} ms`
    hasFailed ||= takenOver === null || counts.done !== counts.total
    console.log(
      `round ${round}: frozen at ${before} of ${importedRows} rows, ${when}, ${state}${failure ? ` (${failure})` : ''}, ${counts.done} done, ${counts.unconfirmed} unconfirmed`,
    )
  }
  await load.stop()
  const isWhole = await conclude(
    load,
    address,
    () => apiOf(second.origin, owner),
    `${rounds} rounds with one instance frozen for a minute`,
  )
  const made = await ask(settings.DATABASE_URL ?? '', 'SELECT name, count(*)::int AS count FROM sandbox.products GROUP BY name') // prettier-ignore
  const twice = made.filter(({ count }) => Number(count) > 1).length
  const lost = [...names].filter((name) => !made.some((one) => one.name === name)).length
  console.log(`imported: ${names.size} ordered, ${made.length} made, ${lost} not made, ${twice} made twice`)
  const isSame = await new Products(second.origin, authorization).compare(api, 'after the imports')
  return !hasFailed && isWhole && isSame && twice + lost === 0
})

/** How many rows are done. @param {import('./kit/installation.mjs').Ask} api @param {string} id */
async function done(api, id) {
  /** @type {{ counts: { done: number } }} */
  const { counts } = await api(`/jobs/${id}`)
  return counts.done
}
