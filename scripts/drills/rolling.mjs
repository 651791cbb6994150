/**
 * A drill, not a test: two instances are restarted in turn, while a gateway posts notifications and a person reads
 * pages, behind nginx and, if installed, PgBouncer. Is every acknowledged notification stored once, and does the
 * person never see an error page?
 *
 *   DATABASE_URL=postgres://… npm run drill -- rolling [restarts=10]
 *
 * Needs nginx. Each instance is stopped with SIGTERM; the last round kills one with SIGKILL instead.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, signIn, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build.mjs'
import { freePort } from '../lib/free-port.mjs'
import { apiOf, listNotifications, newInstallation, notificationPath, server } from './kit/installation.mjs'
import { Load } from './kit/load.mjs'
import { startNginx, startPgBouncer } from './kit/proxies.mjs'

const restarts = Number(process.argv[2] ?? 10)
const connections = 16
const patienceMs = 3 * 60_000
/** After this the drill has failed. */
const limitMs = 6 * 60_000
if (!server) throw new Error('Name a PostgreSQL server: DATABASE_URL')

await ensureBuilt()
const { owner, authorization, settings, remove } = await newInstallation()
const port = await freePort()
const front = `http://127.0.0.1:${port}`
const places = [await reservePlace(), await reservePlace()].map((place) => ({
  ...place,
  appUrl: `http://localhost:${port}`,
}))
const pooler = await startPgBouncer(settings.DATABASE_URL ?? '')
const all = { ...settings, ...pooler?.settings, TRUSTED_PROXIES: '1' }
/** @type {import('node:child_process').ChildProcess[]} */
const instances = []
for (const place of places) instances.push(await startApplication(place, all))
const nginx = await startNginx(
  port,
  places.map((place) => place.port),
)
setTimeout(giveUp, limitMs).unref()
const load = new Load()
const person = { seen: 0, errors: /** @type {string[]} */ ([]), isReading: true }
try {
  const path = await notificationPath(await apiOf(front, owner))
  const reading = read(await signIn(front, owner))
  load.start(0, [{ origin: front, path, authorization }], connections)
  for (let round = 0; round < restarts; round++) {
    await sleep(1_000 + Math.random() * 2_000)
    const at = round % 2
    const [place, instance] = [places[at], instances[at]]
    if (!place || !instance) continue
    await stopApplication(instance, round === restarts - 1 ? 'SIGKILL' : 'SIGTERM')
    instances[at] = await startApplication(place, all)
  }
  await sleep(1_000)
  person.isReading = false
  await reading
  await load.stop()
  await load.again(1, { origin: front, path, authorization })
  const { lost, twice, waiting } = await settled()
  console.log(
    `${restarts} restarts of two instances behind nginx${pooler ? ' and PgBouncer' : ''}: ${load.acknowledged.size} acknowledged, ${lost} lost, ${twice} twice, ${waiting} not worked out; ${person.seen} pages read, ${person.errors.length} errors`,
  )
  for (const error of person.errors.slice(0, 10)) console.log(error)
  process.exitCode = lost + twice + waiting + person.errors.length > 0 ? 1 : 0
} finally {
  person.isReading = false
  await load.stop()
  for (const instance of instances) await stopApplication(instance)
  await nginx.stop()
  await pooler?.stop()
  await remove()
}

/** Ends everything, whatever it waits for. The database stays for whoever looks for the cause. */
function giveUp() {
  console.log(
    `the drill did not end: ${load.acknowledged.size} acknowledged, ${load.unanswered.length} not answered, ${person.seen} pages read, ${person.errors.length} errors`,
  )
  for (const error of person.errors.slice(0, 10)) console.log(error)
  for (const instance of instances) instance.kill('SIGKILL')
  void Promise.all([nginx.stop(), pooler?.stop()]).then(() => process.exit(1))
}

/** Reads pages one after the other, as a person does. @param {string} cookie */
async function read(cookie) {
  const pages = ['', '/products', '/customers', '/payments', '/notifications', '/checkouts']
  for (let n = 0; person.isReading; n++) {
    const path = `/shops/sandbox${pages[n % pages.length]}`
    const answer = await fetch(front + path, { headers: { cookie }, redirect: 'manual' }).catch(String)
    const text = typeof answer === 'string' ? answer : await answer.text().catch(String)
    person.seen++
    if (typeof answer === 'string') person.errors.push(`${path}: ${answer}`)
    else if (answer.status !== 200) person.errors.push(`${path}: ${answer.status} ${text.slice(0, 100)}`)
    else if (!text.includes('</html>')) person.errors.push(`${path}: cut after ${text.length} characters`)
    await sleep(50)
  }
}

/** Waits until everything is worked out. */
async function settled() {
  for (const until = performance.now() + patienceMs; ; await sleep(2_000)) {
    const { seen, waiting } = await listNotifications(await apiOf(front, owner))
    const lost = [...load.acknowledged.keys()].filter((uid) => !seen.has(uid)).length
    const twice = [...seen.values()].filter((count) => count > 1).length
    if ((waiting === 0 && lost === 0) || performance.now() > until) return { lost, twice, waiting }
  }
}
