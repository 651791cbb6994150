/**
 * A drill, not a test: how does the built application behave on its embedded engine while the disk is full? Posts
 * notifications, fills the disk, frees it, and reads what was stored; then fills it again and stops the application
 * with SIGTERM.
 *
 *   mount -t tmpfs -o size=200m tmpfs /mnt/small && npm run drill -- disk-full /mnt/small
 *
 * The folder must be empty and on a small disk of its own.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build.mjs'
import { SetupError } from '../lib/setup.mjs'
import {
  apiOf,
  authorizationOf,
  listNotifications,
  notificationPath,
  settingsOf,
} from './kit/installation.mjs'
import { payment, post } from './kit/load.mjs'

const folder = process.argv[2]
if (folder === undefined || readdirSync(folder).length > 0)
  throw new SetupError('Name an empty folder on a small disk of its own.')
const patienceMs = 60_000
const ballast = join(folder, 'ballast')
const owner = { email: 'owner@localhost', password: randomBytes(12).toString('hex') }
const secretKey = randomBytes(16).toString('hex')
const authorization = authorizationOf(secretKey)
const settings = {
  ...settingsOf(owner, secretKey),
  DATABASE_URL: '',
  LOG_LEVEL: 'silent',
  DATA_DIR: join(folder, 'data'),
}
const agent = new Agent({ keepAlive: true })
/** @type {string[]} */
const acknowledged = []

await ensureBuilt()
const place = await reservePlace()
const child = await startApplication(place, settings)
try {
  const path = await notificationPath(await apiOf(place.origin, owner))
  const address = { origin: place.origin, path, authorization }
  const send = async () => {
    const { uid, body } = payment()
    const since = performance.now()
    const status = await post(agent, address, body)
    if (status === 200) acknowledged.push(uid)
    return { status, ms: performance.now() - since }
  }
  for (let n = 0; n < 50; n++) await send()
  fill()
  let tries = 0
  let refused = await send()
  for (; refused.status === 200 && tries < 50_000; tries++) refused = await send()
  console.log(`disk full: ${tries} more acknowledged, then ${refused.status} after ${ms(refused.ms)}`)
  const full = []
  for (let n = 0; n < 20; n++) full.push(await send())
  const statuses = [...new Set(full.map(({ status }) => status))].join(', ')
  console.log(
    `while full: 20 answered ${statuses}, the slowest after ${ms(Math.max(...full.map((one) => one.ms)))}`,
  )
  console.log(`readiness: ${await readiness()}`)
  rmSync(ballast)
  const freed = performance.now()
  while ((await readiness()) !== 200 && performance.now() - freed < patienceMs) await sleep(100)
  console.log(`freed: ready again after ${ms(performance.now() - freed)}`)
  await send()
  const found = new Set(await listed())
  const lost = acknowledged.filter((uid) => !found.has(uid)).length
  console.log(`${acknowledged.length} acknowledged, ${lost} lost`)
  fill()
  for (let n = 0; n < 50_000 && (await send()).status === 200; n++);
  const stopping = performance.now()
  await stopApplication(child)
  console.log(`SIGTERM while full: ended with ${child.exitCode} after ${ms(performance.now() - stopping)}`)
  process.exitCode = lost > 0 || child.exitCode !== 0 ? 1 : 0
} finally {
  await stopApplication(child, 'SIGKILL')
  agent.destroy()
}

/** @param {number} milliseconds */
function ms(milliseconds) {
  return `${Math.round(milliseconds)} ms`
}

/** Fills the disk to the last byte. */
function fill() {
  const file = openSync(ballast, 'a')
  for (let size = 1 << 20; size > 0; size >>= 4) {
    const bytes = Buffer.alloc(size)
    try {
      while (writeSync(file, bytes) === size);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
}

async function readiness() {
  const answer = await fetch(`${place.origin}/api/health/ready`)
  await answer.body?.cancel()
  return answer.status
}

/** Returns the uids of all notifications, after waiting until all are processed: only then they have a uid. */
async function listed() {
  for (const until = performance.now() + 2 * patienceMs; ; await sleep(2_000)) {
    const { seen, waiting } = await listNotifications(await apiOf(place.origin, owner))
    const isDone = waiting === 0 && seen.size >= acknowledged.length
    if (isDone || performance.now() > until) return seen.keys()
  }
}
