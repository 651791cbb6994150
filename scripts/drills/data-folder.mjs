/**
 * A drill, not a test: the application starts on a data folder that is damaged, half written, read-only or in use. Is
 * each refused in one line, with every file unchanged? And does a killed first start leave nothing that hinders the
 * next?
 *
 *   npm run drill -- data-folder [rounds=6] [seed]
 *
 * A round kills one first start. Without root it also tries a folder that cannot be written to.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  reservePlace,
  signIn,
  spawnApplication,
  startApplication,
  stopApplication,
} from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { filesBelow } from '../lib/files-below.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { newInstallation } from './kit/installation.mjs'

const { rounds, random } = roundsAndSeed(6)
const patienceMs = 60_000
/** The holder's name; and the files that PostgreSQL itself writes when it opens: state, log and cache. */
const writtenByOpening =
  /(?:^|\/)(?:lock|postmaster\.pid|postmaster\.opts|global\/pg_control|pg_internal\.init|pg_wal\/[0-9A-F]{24})$/

let failures = 0
await ensureBuilt()
const { owner, settings, remove } = await newInstallation('')
const place = await reservePlace()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-drill-'))
await drill(async (later) => {
  later(remove)
  later(() => rm(folder, { recursive: true, force: true }))
  await stopApplication(await startApplication(place, settings))
  const whole = settings.DATA_DIR ?? ''
  for (const [what, damage] of damages()) {
    const copy = join(folder, 'copy')
    cpSync(whole, copy, { recursive: true })
    damage(copy)
    await expectRefusal(what, copy)
    chmodSync(copy, 0o700)
    rmSync(copy, { recursive: true })
  }
  const child = await startApplication(place, settings)
  later(() => stopApplication(child, 'SIGKILL'))
  await expectRefusal('another process uses it', whole, { at: await reservePlace(), isInUse: true })
  await stopApplication(child)
  for (let round = 1; round <= rounds; round++) await killFirstStart(round)
  console.log(`${failures} of the cases above failed`)
  return failures === 0
})

/** @returns {[string, (folder: string) => void][]} */
function damages() {
  const inDatabase = (/** @type {string} */ copy, /** @type {string} */ path) => join(copy, 'pglite', path)
  /** @param {string} path @param {number} part that stays */
  const cut = (path, part) => truncateSync(path, Math.floor(statSync(path).size * part))
  const largest = (/** @type {string} */ copy, /** @type {string} */ below) =>
    filesBelow(inDatabase(copy, below), ['.'])
      .map((name) => join(inDatabase(copy, below), name))
      .toSorted((a, b) => statSync(b).size - statSync(a).size)[0] ?? ''
  /** @type {[string, (folder: string) => void][]} */
  const all = [
    ['no PG_VERSION', (copy) => rmSync(inDatabase(copy, 'PG_VERSION'))],
    ['an empty PG_VERSION', (copy) => writeFileSync(inDatabase(copy, 'PG_VERSION'), '')],
    ['pg_control half written', (copy) => cut(inDatabase(copy, 'global/pg_control'), 0.01)],
    ['a log half written', (copy) => cut(largest(copy, 'pg_wal'), random())],
    ['a table cut to nothing', (copy) => cut(largest(copy, 'base'), 0)],
    ['no tables', (copy) => rmSync(inDatabase(copy, 'base'), { recursive: true })],
    ['no secrets.json', (copy) => rmSync(join(copy, 'secrets.json'))],
    ['secrets.json half written', (copy) => cut(join(copy, 'secrets.json'), 0.5)],
  ]
  if (process.getuid?.() !== 0) all.push(['a folder that is only read', (copy) => chmodSync(copy, 0o500)])
  return all
}

/**
 * @param {string} what @param {string} dataDir
 * @param {{ at?: import('../lib/application.mjs').Place, isInUse?: boolean }} [how] `isInUse`: its files change meanwhile
 */
async function expectRefusal(what, dataDir, { at = place, isInUse = false } = {}) {
  const before = hashesOf(dataDir)
  const { code, text } = await start(dataDir, at)
  const lines = text.trim().split('\n').filter(Boolean)
  const after = hashesOf(dataDir)
  const changed = isInUse
    ? []
    : [...new Set([...before.keys(), ...after.keys()])].filter(
        (name) => before.get(name) !== after.get(name) && !writtenByOpening.test(name),
      )
  const isRefused = code === 1 && lines.length === 1 && /^[A-Z_ ]*:|The data folder/.test(lines[0] ?? '')
  const isRight = isRefused && changed.length === 0
  if (!isRight) failures++
  const files = changed.length === 0 ? 'files as they were' : `CHANGED ${changed.slice(0, 5).join(', ')}`
  console.log(
    `${isRight ? 'refused' : 'FAILED'}: ${what}: exit ${code}, ${lines.length} lines, ${files}: ${lines.slice(0, 3).join(' | ').replaceAll(dataDir, 'DATA_DIR')}`,
  )
}

/**
 * Starts the application, until it exits or is ready.
 * @param {string} dataDir
 * @param {import('../lib/application.mjs').Place} at
 */
async function start(dataDir, at) {
  const child = spawnApplication(at, { ...settings, DATA_DIR: dataDir }, 'pipe')
  let text = ''
  child.stderr?.on('data', (chunk) => (text += String(chunk)))
  const ended = once(child, 'exit')
  for (const until = performance.now() + patienceMs; child.exitCode === null; await sleep(100)) {
    const answer = await fetch(`${at.origin}/api/health/ready`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) text += '\nit started'
    if (answer?.ok || performance.now() > until) break
  }
  await stopApplication(child, 'SIGKILL')
  await ended
  return { code: child.exitCode, text }
}

/** Kills a first start at some moment. The next one has to start again, and to know its owner. @param {number} round */
async function killFirstStart(round) {
  const dataDir = join(folder, `first-${round}`)
  const after = Math.round(100 + random() * 2_500)
  const child = spawnApplication(place, { ...settings, DATA_DIR: dataDir }, 'ignore')
  await sleep(after)
  await stopApplication(child, 'SIGKILL')
  const next = await startApplication(place, { ...settings, DATA_DIR: dataDir }).catch(String)
  const isIn = typeof next !== 'string' && (await signIn(place.origin, owner)).includes('session')
  if (!isIn) failures++
  console.log(
    `${isIn ? 'started' : 'FAILED'}: after a first start killed after ${after} ms${typeof next === 'string' ? `: ${next}` : ''}`,
  )
  if (typeof next !== 'string') await stopApplication(next)
}

/** The hash of each file. @param {string} dataDir */
function hashesOf(dataDir) {
  const hashOf = (/** @type {string} */ name) =>
    createHash('sha256')
      .update(readFileSync(join(dataDir, name)))
      .digest('hex')
  return new Map(filesBelow(dataDir, ['.']).map((name) => [name, hashOf(name)]))
}
