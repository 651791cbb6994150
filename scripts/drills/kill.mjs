/**
 * A drill, not a test: after a kill -9, is every notification that was answered 200 stored once and processed? Starts
 * the built application, posts notifications over many connections, kills it at a random moment, restarts it, reposts
 * what was not answered, and reads them all through the API; several rounds on the same data.
 *
 *   node scripts/drills/kill.mjs [rounds=20]
 *
 * Uses a new folder. If DATABASE_URL names a PostgreSQL server: two instances on a new database, dropped at the end;
 * each round kills one and then the other while its peer keeps running. DRILL_CONNECTIONS: number of connections (32).
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { reservePlace, signIn, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build.mjs'
import { Load } from './load.mjs'

/** @typedef {{ place: Awaited<ReturnType<typeof reservePlace>>, child: import('node:child_process').ChildProcess }} Instance */

const rounds = Number(process.argv[2] ?? 20)
const connections = Number(process.env.DRILL_CONNECTIONS ?? 32)
const server = process.env.DATABASE_URL
const owner = { email: 'owner@localhost', password: randomBytes(12).toString('hex') }
const secretKey = randomBytes(16).toString('hex')
const authorization = `Basic ${Buffer.from(`361:${secretKey}`).toString('base64')}`
/**
 * Longest time without progress in processing before the drill gives up. The sweep runs once a minute on leftovers
 * older than a minute (lib/start/background.ts).
 */
const patienceMs = 5 * 60_000

const { settings, remove } = await storage()
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
  const path = new URL((await shop()).notification_url).pathname
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

/** @typedef {{ seen: Map<string, number>, waiting: number }} Listed */

/**
 * Counts lost and duplicate notifications. Waiting ones have no uid yet: an acknowledged one that may be among them is
 * not lost.
 * @param {Listed} listed @param {{ isLast: boolean }} when
 */
function compare({ seen, waiting }, { isLast }) {
  let missing = 0
  for (const uid of load.acknowledged.keys()) if (!seen.has(uid)) missing++
  const twice = [...seen.values()].filter((count) => count > 1).length
  return { lost: isLast ? missing : Math.max(0, missing - waiting), twice, waiting, found: seen.size }
}

/** Reads all notifications page by page through the API of the first instance. @returns {Promise<Listed>} */
async function listed() {
  const ask = await api()
  /** @type {Map<string, number>} */
  const seen = new Map()
  let waiting = 0
  /** @type {string | null} */
  let cursor = null
  do {
    const query = new URLSearchParams({ limit: '200', sort: 'received_at', ...(cursor ? { cursor } : {}) })
    const page = /** @type {{ items: { uid: string | null }[], next_cursor: string | null }} */ (
      await ask(`/notifications?${query.toString()}`)
    )
    for (const { uid } of page.items) {
      if (uid === null) waiting++
      else seen.set(uid, (seen.get(uid) ?? 0) + 1)
    }
    cursor = page.next_cursor
  } while (cursor)
  return { seen, waiting }
}

async function shop() {
  return /** @type {{ notification_url: string }} */ (await (await api())(''))
}

/** Signs in anew, because the instance may have restarted. */
async function api() {
  const { origin } = /** @type {Instance} */ (instances[0]).place
  const cookie = await signIn(origin, owner)
  return async (/** @type {string} */ path) => {
    const answer = await fetch(`${origin}/api/shops/sandbox${path}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return /** @type {unknown} */ (await answer.json())
  }
}

/** @returns {Promise<{ settings: Record<string, string>, remove: () => Promise<unknown> }>} */
async function storage() {
  const dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-drill-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  const common = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, SANDBOX: 'on', SANDBOX_SECRET_KEY: secretKey, DATA_DIR: dataDir } // prettier-ignore
  if (!server) return { settings: { ...common, DATABASE_URL: '' }, remove: removeFolder }
  const name = `counterfoil_drill_${randomBytes(4).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await run(`CREATE DATABASE ${name}`)
  const secrets = {
    DATABASE_URL: url.toString(),
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEY: randomBytes(32).toString('hex'),
  }
  const removeAll = async () => {
    await run(`DROP DATABASE ${name} WITH (FORCE)`)
    await removeFolder()
  }
  return { settings: { ...common, ...secrets }, remove: removeAll }
}

/** @param {string} statement */
async function run(statement) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** @param {...(string | number)} cells */
function row(...cells) {
  console.log(cells.map((cell, at) => String(cell).padStart(at === 0 ? 5 : 16)).join(''))
}
