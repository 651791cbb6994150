/**
 * A drill, not a test: mixed load for a long time. A gateway posts notifications, a person reads pages, a program reads
 * lists, and checkouts are made. Do memory, handles and the time of pages, lists and readiness stay stable? Draws them
 * as SVG.
 *
 *   npm run drill -- soak [minutes=30] [folder=./drill-results]
 *
 * Linux. On the embedded database, or on a new one of the server that DATABASE_URL names.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { chart } from './kit/chart.mjs'
import { drill } from './kit/drill.mjs'
import { server } from './kit/installation.mjs'
import { oneApplication } from './kit/one.mjs'
import { conclude } from './kit/outcome.mjs'
import { Reader } from './kit/reader.mjs'

const minutes = Number(process.argv[2] ?? 30)
const folder = resolve(process.argv[3] ?? 'drill-results')
/** About 20 notifications a second. */
const connections = 4
const pauseMs = 200
const sampleMs = 1_000

let isRunning = true
let checkouts = 0
let failures = 0

/**
 * @param {string} name @param {string} title @param {string} unit
 * @param {number} most growth of the last quarter over the first that still counts as flat: caches fill, and
 *   collections come in waves
 */
const series = (name, title, unit, most) => ({
  name,
  title,
  unit,
  most,
  values: /** @type {number[]} */ ([]),
})
/** @typedef {ReturnType<typeof series>} Series */

const memory = series('memory', 'Memory, resident', 'MB', 0.25)
const handles = series('handles', 'Handles', '', 0.1)
const readiness = series('readiness', 'Readiness, time to answer', 'ms', 0.5)
const pages = series('pages', 'Pages, time to read', 'ms', 0.5)
const lists = series('lists', 'Lists of the API, time to answer', 'ms', 0.5)
const panels = [memory, handles, readiness, pages, lists]

await drill(async (later) => {
  await ensureBuilt()
  const { owner, place, instance, load, api: signedIn, address } = await oneApplication(later)
  later(() => (isRunning = false))
  const api = await signedIn()
  const person = new Reader(place.origin, await signIn(place.origin, owner), 1_000)
  later(() => person.stop())
  load.start(0, [address], connections, pauseMs)
  const others = Promise.all([readLists(api), makeCheckouts(api)])
  await sample(instance.child.pid ?? 0, place.origin)
  isRunning = false
  await others
  await person.stop()
  await load.stop()
  pages.values = person.times
  write()
  const isFlat = panels.map(tell).every(Boolean)
  console.log(
    `${person.seen} pages read, ${person.failures.length} errors; ${lists.values.length} lists, ${checkouts} checkouts, ${failures} failed`,
  )
  const isWhole = await conclude(load, address, signedIn, `${minutes} minutes`)
  return isFlat && isWhole && person.failures.length + failures === 0
})

/** Takes samples until the time is over. @param {number} pid @param {string} origin */
async function sample(pid, origin) {
  for (const until = performance.now() + minutes * 60_000; performance.now() < until; await sleep(sampleMs)) {
    const since = performance.now()
    await (await fetch(`${origin}/api/health/ready`)).text()
    readiness.values.push(performance.now() - since)
    memory.values.push(residentMegabytes(pid))
    handles.values.push(readdirSync(`/proc/${pid}/fd`).length)
  }
}

/** @param {number} pid */
function residentMegabytes(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** @param {import('./kit/installation.mjs').Ask} api */
async function readLists(api) {
  const paths = ['/products', '/customers', '/payments', '/notifications?limit=100', '/checkouts', '/jobs']
  for (let n = 0; isRunning; n++) {
    const since = performance.now()
    await api(paths[n % paths.length] ?? '').catch(note)
    lists.values.push(performance.now() - since)
    await sleep(500)
  }
}

/** @param {import('./kit/installation.mjs').Ask} api */
async function makeCheckouts(api) {
  for (let n = 0; isRunning; n++) {
    const order = { amount: 500, currency: 'EUR', description: `Soak ${n}` }
    const body = { checkout: { transaction_type: 'payment', order } }
    await api('/checkouts', { method: 'POST', body }).catch(note)
    checkouts++
    await sleep(2_000)
  }
}

/** @param {unknown} error */
function note(error) {
  failures++
  console.log(String(error))
}

/** Prints first and last quarter; returns whether it stayed flat. @param {Series} series */
function tell({ name, unit, values, most }) {
  const quarter = Math.max(1, Math.floor(values.length / 4))
  const [first, last] = [median(values.slice(0, quarter)), median(values.slice(-quarter))]
  // A few milliseconds or handles more are not growth.
  const isSteady = last / first - 1 <= most || last - first < 5
  const slope = (slopeOf(values) * values.length) / (minutes / 60)
  console.log(
    `${name}: first quarter ${first.toFixed(1)} ${unit}, last ${last.toFixed(1)} ${unit} (medians), slope ${slope.toFixed(1)} ${unit} an hour, most ${Math.max(...values).toFixed(1)}: ${isSteady ? 'flat' : 'NOT FLAT'}`,
  )
  return isSteady
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Least squares over the second half, after the start: growth from one sample to the next. @param {number[]} all */
function slopeOf(all) {
  const values = all.slice(Math.floor(all.length / 2))
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [above, below] = [0, 0]
  for (const [at, value] of values.entries()) {
    above += (at - middle) * (value - mean)
    below += (at - middle) ** 2
  }
  return below === 0 ? 0 : above / below
}

function write() {
  mkdirSync(folder, { recursive: true })
  const name = server ? 'postgresql' : 'embedded'
  const file = join(folder, `soak-${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.svg`)
  writeFileSync(file, chart(panels, `Soak, ${name}, ${minutes} minutes`, Math.round(minutes * 60)))
  console.log(`drawn: ${file}`)
}
