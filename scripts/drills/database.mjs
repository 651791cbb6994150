/**
 * A drill, not a test: PostgreSQL is restarted, killed, cut from all sessions and closed to new ones, while a gateway
 * posts notifications and the mirrors are synced. Is everything acknowledged stored once, and does the application
 * recover on its own?
 *
 *   npm run drill -- database [rounds=8] [seed]
 *
 * Creates its own PostgreSQL (needs its programs; as root also its user). The last round closes the database for a
 * minute.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../lib/build/build.mjs'
import { ask, newCluster } from './kit/cluster.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { oneApplication } from './kit/one.mjs'
import { conclude } from './kit/outcome.mjs'
import { Products } from './kit/products.mjs'

const { rounds, random } = roundsAndSeed(8)
const connections = 8
const pauseMs = 50
const closedForMs = 60_000

let isSyncing = true

await drill(async (later) => {
  await ensureBuilt()
  const cluster = await newCluster(later)
  const { settings, place, load, api, address, authorization } = await oneApplication(later, {
    on: cluster.url,
  })
  later(() => (isSyncing = false))
  const faults = faultsOf(cluster, new URL(settings.DATABASE_URL ?? '').pathname.slice(1))
  const names = Object.keys(faults)
  const products = new Products(place.origin, authorization)
  await products.make(300)
  load.start(0, [address], connections, pauseMs)
  const syncing = syncAlways(await api())
  for (let round = 0; round < rounds; round++) {
    const isLast = round === rounds - 1
    const fault = isLast ? 'close' : (names[round % names.length] ?? '')
    await sleep(500 + random() * 1_500)
    const since = performance.now()
    await faults[fault]?.(isLast)
    const away = Math.round(performance.now() - since)
    const acknowledged = await load.next()
    console.log(
      `${fault}, ${away} ms: acknowledges again ${acknowledged} ms later, ready ${await ready(place.origin)} ms after that`,
    )
  }
  await load.stop()
  isSyncing = false
  const { done, cut } = await syncing
  const isWhole = await conclude(load, address, api, `${rounds} faults of PostgreSQL`)
  const isSame = await products.compare(await api(), `${done} syncs done, ${cut} cut`)
  return isWhole && isSame
})

/**
 * @param {Awaited<ReturnType<typeof newCluster>>} cluster @param {string} name of the database
 * @returns {Record<string, (isLast: boolean) => Promise<void>>} the last one takes a minute
 */
function faultsOf(cluster, name) {
  const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
  return {
    restart: async () => {
      await cluster.stop('SIGINT')
      await sleep(random() * 3_000)
      await cluster.start()
    },
    kill: async () => {
      await cluster.stop('SIGKILL')
      await sleep(random() * 1_000)
      await cluster.start()
    },
    'end sessions': async () => {
      for (let n = 0; n < 10; n++) {
        await ask(cluster.url, endSessions)
        await sleep(random() * 500)
      }
    },
    close: async (isLast) => {
      await ask(cluster.url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      await ask(cluster.url, endSessions)
      await sleep(isLast ? closedForMs : 3_000)
      await ask(cluster.url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    },
  }
}

/** Syncs the products again and again. @param {import('./kit/installation.mjs').Ask} request */
async function syncAlways(request) {
  let [done, cut] = [0, 0]
  while (isSyncing) {
    try {
      await request('/products/sync', { method: 'POST' })
      done++
    } catch {
      cut++
    }
    await sleep(200)
  }
  return { done, cut }
}

/** Waits until the application says that it is ready; returns after how many ms. @param {string} origin */
async function ready(origin) {
  const since = performance.now()
  for (;;) {
    const answer = await fetch(`${origin}/api/health/ready`)
    await answer.body?.cancel()
    if (answer.ok) return Math.round(performance.now() - since)
    if (performance.now() - since > 60_000) throw new Error('the application is not ready again')
    await sleep(50)
  }
}
