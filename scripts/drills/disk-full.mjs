/**
 * A drill, not a test: how does the built application behave on its embedded engine while the disk is full? Posts
 * notifications, fills the disk, frees it, and reads what was stored; then fills it again, stops the application with
 * SIGTERM, frees the disk, starts it again and reads once more.
 *
 *   mount -t tmpfs -o size=200m tmpfs /mnt/small && npm run drill -- disk-full /mnt/small
 *
 * The folder must be empty and on a separate small disk. It is empty again at the end.
 */
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { SetupError } from '../lib/setup.mjs'
import { drill } from './kit/drill.mjs'
import { payment } from './kit/load.mjs'
import { oneApplication } from './kit/one.mjs'
import { conclude } from './kit/outcome.mjs'

const folder = process.argv[2]
if (folder === undefined || readdirSync(folder).length > 0)
  throw new SetupError('Name an empty folder on a small disk of its own.')
const patienceMs = 60_000
const ballast = join(folder, 'ballast')
const data = join(folder, 'data')

await drill(async (later) => {
  await ensureBuilt()
  later(() => {
    for (const one of [ballast, data]) rmSync(one, { recursive: true, force: true })
  })
  const { place, instance, startAgain, load, api, address } = await oneApplication(later, {
    on: '',
    more: () => ({ DATA_DIR: data, LOG_LEVEL: 'silent' }),
  })
  const send = async () => {
    const since = performance.now()
    return { status: await load.send(address, payment()), ms: performance.now() - since }
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
  console.log(`readiness: ${await readiness(place.origin)}`)
  rmSync(ballast)
  const freed = performance.now()
  while ((await readiness(place.origin)) !== 200 && performance.now() - freed < patienceMs) await sleep(100)
  console.log(`freed: ready again after ${ms(performance.now() - freed)}`)
  const isWhole = await conclude(load, address, api, 'a full disk, freed')
  fill()
  for (let n = 0; n < 50_000 && (await send()).status === 200; n++);
  const stopping = performance.now()
  await stopApplication(instance.child)
  const { exitCode } = instance.child
  console.log(`SIGTERM while full: ended with ${exitCode} after ${ms(performance.now() - stopping)}`)
  rmSync(ballast)
  await startAgain()
  const isStillWhole = await conclude(load, address, api, 'a full disk, SIGTERM, freed, started again')
  return isWhole && isStillWhole && exitCode === 0
})

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

/** @param {string} origin */
async function readiness(origin) {
  const answer = await fetch(`${origin}/api/health/ready`)
  await answer.body?.cancel()
  return answer.status
}
