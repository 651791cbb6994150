/** A drill's own PostgreSQL, in a new folder and on loopback only. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../lib/processes/free-port.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** Where Debian keeps PostgreSQL's own programs, the newest first; then the path. */
export function postgresFolder() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const found = versions
    .map((version) => join(debian, version, 'bin'))
    .find((one) => existsSync(join(one, 'initdb')))
  return found ?? ''
}

/** PostgreSQL refuses to run as root: then it runs as its own user. */
export function postgresUser() {
  if (process.getuid?.() !== 0) return {}
  const id = (/** @type {string} */ option) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A new folder that PostgreSQL's user may write to. @param {import('./drill.mjs').Later} later */
export async function postgresPlace(later) {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-drill-'))
  later(() => rm(folder, { recursive: true, force: true }))
  const { uid, gid } = postgresUser()
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}

/** Creates and starts a cluster. `stop` may be followed by `start`. @param {import('./drill.mjs').Later} later */
export async function newCluster(later) {
  const folder = await postgresPlace(later)
  const port = await freePort()
  const bin = postgresFolder()
  const as = { ...postgresUser(), cwd: folder }
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'drill', '-A', 'trust', '--no-sync', '-E', 'UTF8'], {
    ...as,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `postgres://drill@127.0.0.1:${port}/postgres`
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '']
  /** @type {ChildProcess | undefined} */
  let server
  const start = async () => {
    server = spawn(join(bin, 'postgres'), options, { ...as, stdio: ['ignore', 'ignore', 'ignore'] })
    await answers(url)
  }
  /** @param {'SIGINT' | 'SIGKILL'} signal SIGINT: PostgreSQL ends sessions at once. SIGKILL: with all that it runs. */
  const stop = async (signal) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    if (signal === 'SIGKILL') killAll(server.pid ?? 0)
    else server.kill(signal)
    await ended
  }
  later(() => stop('SIGINT'))
  await start()
  return { url, start, stop }
}

/** @param {string} url @param {string} statement @returns {Promise<Record<string, unknown>[]>} */
export async function ask(url, statement) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    /** @type {pg.QueryResult<Record<string, unknown>>} */
    const { rows } = await client.query(statement)
    return rows
  } finally {
    await client.end()
  }
}

/** Waits until a statement succeeds, at most a minute. @param {string} url */
export async function answers(url, statement = 'SELECT 1', withinMs = 60_000) {
  for (const until = performance.now() + withinMs; ; await sleep(50)) {
    try {
      return await ask(url, statement)
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}

/** Kills a process with -9, and all that it started, so that nothing starts it again (Linux). @param {number} pid */
export function killAll(pid) {
  process.kill(pid, 'SIGSTOP')
  for (const child of childrenOf(pid)) killAll(child)
  process.kill(pid, 'SIGKILL')
}

/** @param {number} pid */
function childrenOf(pid) {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return listed.split(' ').flatMap((one) => (one ? [Number(one)] : []))
}
