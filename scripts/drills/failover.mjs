/**
 * A drill, not a test: the primary of two PostgreSQL servers is killed with -9, while a gateway posts notifications.
 * pg_auto_failover makes its synchronous standby the primary, and HAProxy leads the application there
 * (deploy/haproxy.cfg). Is every acknowledged notification stored once, and how long until one is acknowledged again?
 *
 *   npm run drill -- failover [rounds=2] [seed]
 *
 * Needs pg_auto_failover and HAProxy. In each round the killed one comes back as standby, and the next kills the other.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuilt } from '../lib/build/build.mjs'
import { freePort } from '../lib/processes/free-port.mjs'
import { root } from '../lib/root.mjs'
import { SetupError } from '../lib/setup.mjs'
import { answers, ask, killAll, postgresFolder, postgresPlace, postgresUser } from './kit/cluster.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { oneApplication } from './kit/one.mjs'
import { conclude } from './kit/outcome.mjs'
import { startHaproxy } from './kit/proxies.mjs'

/**
 * @typedef {import('./kit/drill.mjs').Later} Later
 * @typedef {{ name: string, port: number, child: import('node:child_process').ChildProcess }} Node
 */

/** Longest time until a pair is whole. */
const patienceMs = 180_000
const usual = ['--auth', 'trust', '--no-ssl', '--hostname', '127.0.0.1']

/** @param {Later} later */
async function newPair(later) {
  const autoctl = await autoctlIn(await postgresPlace(later))
  const monitorUrl = await startMonitor(autoctl, later)
  const reach = (/** @type {string[]} */ ...states) => reached(monitorUrl, states)
  /** @type {Node[]} */
  const nodes = []
  for (const name of ['one', 'two']) {
    const port = await freePort()
    const create = [
      'create',
      'postgres',
      ...usual,
      '--run',
      '--pgport',
      String(port),
      '--listen',
      '127.0.0.1',
    ]
    const node = { name, port, child: autoctl(name, [...create, '--name', name, '--monitor', monitorUrl]) }
    nodes.push(node)
    later(() => kill(node))
    await reach(...(name === 'one' ? ['single'] : ['primary', 'secondary']))
  }
  return {
    url: await startProxy(nodes, later),
    /** Waits until both exist and are in step, then kills the primary with -9, and what would restart it. */
    killPrimary: async () => {
      const now = await reach('primary', 'secondary')
      const name = now.find(({ state }) => state === 'primary')?.nodename
      const primary = nodes.find((node) => node.name === name)
      if (!primary) throw new Error(`no node is named ${name}`)
      await kill(primary)
      return primary
    },
    /** Starts the killed one; it becomes the standby. @param {Node} node */
    startAgain: async (node) => {
      node.child = autoctl(node.name, ['run'])
      await reach('primary', 'secondary')
    },
  }
}

/** Returns what starts pg_autoctl for a node in the folder. @param {string} folder */
async function autoctlIn(folder) {
  if (spawnSync('pg_autoctl', ['--version']).error)
    throw new SetupError('This drill needs pg_auto_failover: pg_autoctl.')
  const user = postgresUser()
  const env = {
    ...process.env,
    PATH: `${postgresFolder()}:${process.env.PATH}`,
    HOME: folder,
    XDG_RUNTIME_DIR: join(folder, 'run'),
    XDG_DATA_HOME: join(folder, 'share'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  }
  mkdirSync(env.XDG_RUNTIME_DIR)
  if (user.uid !== undefined) await chown(env.XDG_RUNTIME_DIR, user.uid, user.gid)
  return (/** @type {string} */ name, /** @type {string[]} */ options) => {
    const output = openSync(join(folder, `${name}.log`), 'a')
    const all = [...options, '--pgdata', join(folder, name)]
    return spawn('pg_autoctl', all, { ...user, env, cwd: folder, stdio: ['ignore', output, output] })
  }
}

/** @param {Awaited<ReturnType<typeof autoctlIn>>} autoctl @param {Later} later */
async function startMonitor(autoctl, later) {
  const port = await freePort()
  const url = `postgres://autoctl_node@127.0.0.1:${port}/pg_auto_failover`
  await once(autoctl('monitor', ['create', 'monitor', ...usual, '--pgport', String(port)]), 'exit')
  // `create monitor` takes no --listen.
  await once(autoctl('monitor', ['config', 'set', 'postgresql.listen_addresses', '127.0.0.1']), 'exit')
  const monitor = { child: autoctl('monitor', ['run']) }
  later(() => kill(monitor))
  await answers(url, 'SELECT 1 FROM pgautofailover.node')
  return url
}

/** Starts HAProxy as deploy/ recommends it, with other addresses. @param {Node[]} nodes @param {Later} later */
async function startProxy([one, two], later) {
  if (!one || !two) throw new Error('HAProxy needs two servers.')
  await ask(`postgres://postgres@127.0.0.1:${one.port}/postgres`, 'CREATE ROLE counterfoil_check LOGIN')
  const port = await freePort()
  const settings = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', `127.0.0.1:${one.port}`)
    .replace('10.0.0.12:5432', `127.0.0.1:${two.port}`)
  const { stop } = await startHaproxy(port, settings)
  later(stop)
  // It treats both as primaries until it has checked them.
  await sleep(5_000)
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** Waits until the monitor has nodes of these states. @param {string} monitorUrl @param {string[]} wanted */
async function reached(monitorUrl, wanted) {
  const statement =
    'SELECT nodename, reportedstate::text AS state FROM pgautofailover.node WHERE reportedstate = goalstate'
  for (const until = performance.now() + patienceMs; ; await sleep(300)) {
    const now = /** @type {{ nodename: string, state: string }[]} */ (await ask(monitorUrl, statement))
    if (wanted.every((state) => now.some((node) => node.state === state))) return now
    if (performance.now() > until)
      throw new Error(`the nodes are not ${wanted.join(' and ')}: ${JSON.stringify(now)}`)
  }
}

/** Kills it with all that it runs. @param {Pick<Node, 'child'>} node */
async function kill({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  killAll(child.pid ?? 0)
  await ended
}

const { rounds, random } = roundsAndSeed(2)
const connections = 8
const pauseMs = 50
const failsWhileReadOnly = `SELECT 1 / (current_setting('transaction_read_only') = 'off')::int`
const msSince = (/** @type {number} */ since) => Math.round(performance.now() - since)

await drill(async (later) => {
  await ensureBuilt()
  const pair = await newPair(later)
  const { load, api, address } = await oneApplication(later, { on: pair.url })
  load.start(0, [address], connections, pauseMs)
  for (let round = 0; round < rounds; round++) {
    await sleep(1_000 + random() * 3_000)
    const killed = await pair.killPrimary()
    const since = performance.now()
    // Answers that were on their way.
    await sleep(500)
    const before = load.acknowledged.size
    const [writes, away] = await Promise.all([
      answers(pair.url, failsWhileReadOnly, 120_000).then(() => msSince(since)),
      load.next().then(() => msSince(since)),
    ])
    console.log(
      `primary ${killed.name} killed after ${before} acknowledged: PostgreSQL takes writes after ${writes} ms, the application acknowledges again after ${away} ms`,
    )
    await pair.startAgain(killed)
    console.log(`${killed.name} is the synchronous standby ${msSince(since)} ms after it was killed`)
  }
  await sleep(1_000)
  await load.stop()
  return conclude(load, address, api, `${rounds} failovers of PostgreSQL`)
})
