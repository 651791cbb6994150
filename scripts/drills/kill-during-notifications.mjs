/**
 * A drill, not a test: is every notification that was answered 200 still there after a kill -9? Starts the
 * built application on a folder and a port of its own, posts notifications over many connections, kills it at
 * a random moment, starts it again, signs in and reads them all; several rounds on the same folder.
 *
 *   node scripts/drills/kill-during-notifications.mjs [rounds=5] [connections=32]
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, signIn, startApplication, stopApplication } from '../lib/application.mjs'

const rounds = Number(process.argv[2] ?? 5)
const connections = Number(process.argv[3] ?? 32)

const dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-drill-'))
const place = await reservePlace()
const { port, origin } = place
const owner = { email: 'owner@localhost', password: randomBytes(12).toString('hex') }
const secretKey = randomBytes(16).toString('hex')
const authorization = `Basic ${Buffer.from(`361:${secretKey}`).toString('base64')}`

const start = () =>
  startApplication(place, {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    SANDBOX: 'on',
    SANDBOX_SECRET_KEY: secretKey,
  })

/** @param {string} cookie @param {string} path */
async function api(cookie, path) {
  const answer = await fetch(`${origin}/api/shops/sandbox${path}`, { headers: { cookie } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return /** @type {Promise<unknown>} */ (answer.json())
}

/**
 * Posts until the application is gone; the uid of each notification that was answered 200 goes into `acknowledged`.
 * @param {string} path @param {Set<string>} acknowledged @param {{ over: boolean, refused: number }} round
 */
async function load(path, acknowledged, round) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const one = async () => {
    while (!round.over) {
      const uid = randomUUID()
      const body = JSON.stringify({
        transaction: {
          uid,
          status: 'successful',
          type: 'payment',
          amount: 1250,
          currency: 'EUR',
          description: 'x'.repeat(2500),
        },
      })
      const status = await post(agent, path, body).catch(() => 0)
      if (status === 200) acknowledged.add(uid)
      else if (status !== 0) round.refused++
      else await sleep(5)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
}

/** @param {Agent} agent @param {string} path @param {string} body @returns {Promise<number>} */
const post = (agent, path, body) =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = request(
      { agent, host: '127.0.0.1', port, path, method: 'POST', headers },
      (incoming) => {
        incoming.resume()
        incoming.on('end', () => resolve(incoming.statusCode ?? 0))
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** The uids of all notifications, page by page. @param {string} cookie */
async function allStored(cookie) {
  /** @type {Set<string>} */
  const stored = new Set()
  /** @type {string | null} */
  let cursor = null
  let waiting = 0
  do {
    const query = new URLSearchParams({ limit: '200', sort: 'received_at', ...(cursor ? { cursor } : {}) })
    const page = /** @type {{ items: { uid: string | null }[], next_cursor: string | null }} */ (
      await api(cookie, `/notifications?${query.toString()}`)
    )
    for (const { uid } of page.items) {
      if (uid) stored.add(uid)
      else waiting++
    }
    cursor = page.next_cursor
  } while (cursor)
  return { stored, waiting }
}

/** @type {Set<string>} */
const acknowledged = new Set()
let lostInAll = 0
let child = await start()
try {
  const shop = /** @type {{ notification_url: string }} */ (await api(await signIn(origin, owner), ''))
  const path = new URL(shop.notification_url).pathname
  console.log('round  acknowledged  refused  found  lost  killed after   ready again')
  for (let number = 1; number <= rounds; number++) {
    const before = acknowledged.size
    const round = { over: false, refused: 0 }
    const loading = load(path, acknowledged, round)
    const killAfter = 500 + Math.floor(Math.random() * 4000)
    await sleep(killAfter)
    await stopApplication(child, 'SIGKILL')
    round.over = true
    await loading
    const restart = performance.now()
    child = await start()
    const ready = Math.round(performance.now() - restart)
    const cookie = await signIn(origin, owner)
    // What was stored and not yet worked out has no uid to find it by: the sweep does it within two minutes.
    let { stored, waiting } = await allStored(cookie)
    for (let tries = 0; waiting > 0 && tries < 60; tries++) {
      await sleep(3000)
      ;({ stored, waiting } = await allStored(cookie))
    }
    const lost = [...acknowledged].filter((uid) => !stored.has(uid)).length
    lostInAll = Math.max(lostInAll, lost)
    const figures = [
      acknowledged.size - before,
      round.refused,
      stored.size,
      lost,
      `${killAfter} ms`,
      `${ready} ms`,
    ]
    console.log([String(number), ...figures.map(String)].map((text) => text.padStart(11)).join(''))
  }
  console.log(
    `\n${acknowledged.size} acknowledged in ${rounds} rounds over ${connections} connections, ${lostInAll} lost`,
  )
} finally {
  await stopApplication(child)
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = lostInAll === 0 ? 0 : 1
