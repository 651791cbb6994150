/**
 * A drill, not a test: two instances on one PostgreSQL learn at the same moment that a scheduled backup is due. Is
 * exactly one made?
 *
 *   npm run drill -- backups [rounds=5]
 *
 * Creates its own PostgreSQL (needs its programs; as root also its user).
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { ask, newCluster } from './kit/cluster.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { newInstallation } from './kit/installation.mjs'

const { rounds } = roundsAndSeed(5)
const patienceMs = 90_000

await drill(async (later) => {
  await ensureBuilt()
  const cluster = await newCluster(later)
  const { settings, remove } = await newInstallation(cluster.url)
  later(remove)
  const folder = join(settings.DATA_DIR ?? '', 'backups')
  await mkdir(folder)
  const database = settings.DATABASE_URL ?? ''
  for (const place of [await reservePlace(), await reservePlace()]) {
    const all = { ...settings, BACKUP_FOLDER: folder, BACKUP_HOUR: '2', LOG_LEVEL: 'fatal' }
    const child = await startApplication(place, all)
    later(() => stopApplication(child, 'SIGKILL'))
  }
  let wrong = 0
  for (let round = 1; round <= rounds; round++) {
    // Backups that the schedule may have made meanwhile do not count.
    await ended(database)
    await ask(database, 'DELETE FROM backups')
    await rm(folder, { recursive: true })
    await mkdir(folder)
    // One message for each: both look for messages every ten seconds, so that they meet or come one after the other.
    const messages = [1, 2].map(() => `('backups.due', '{}', '${randomUUID()}', 'short')`)
    await ask(
      database,
      `INSERT INTO pgboss.job (name, data, singleton_key, policy) VALUES ${messages.join(', ')}`,
    )
    await taken(database)
    await ended(database)
    const rows = await ask(database, 'SELECT outcome FROM backups')
    const files = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz'))
    const isOne = rows.length === 1 && rows[0]?.outcome === 'good' && files.length === 1
    if (!isOne) wrong++
    console.log(
      `round ${round}: 2 told, ${rows.length} begun (${rows.map(({ outcome }) => String(outcome)).join(', ')}), ${files.length} files`,
    )
  }
  console.log(`${rounds} rounds: ${wrong} without exactly one backup`)
  return wrong === 0
})

/** Waits until no instance makes a backup. @param {string} database */
function ended(database) {
  return none(database, 'SELECT FROM backups WHERE ended_at IS NULL')
}

/** Waits until both messages are done. @param {string} database */
function taken(database) {
  return none(
    database,
    `SELECT FROM pgboss.job WHERE name = 'backups.due' AND state IN ('created', 'active')`,
  )
}

/** @param {string} database @param {string} rows a statement that has to find nothing */
async function none(database, rows) {
  for (const until = performance.now() + patienceMs; (await ask(database, rows)).length > 0; await sleep(200))
    if (performance.now() > until) throw new Error(`still there: ${rows}`)
}
