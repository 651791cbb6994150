/**
 * A drill, not a test: two instances are restarted in turn, while a gateway posts notifications and a person reads
 * pages, behind nginx and, if installed, PgBouncer. Is every acknowledged notification stored once, and does the
 * person never see an error page?
 *
 *   DATABASE_URL=postgres://… npm run drill -- rolling [restarts=10] [seed]
 *
 * Needs nginx. Each instance is stopped with SIGTERM; the last round kills one with SIGKILL instead, which may cut the
 * one page that is on its way.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reservePlace, signIn, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { freePort } from '../lib/processes/free-port.mjs'
import { SetupError } from '../lib/setup.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { apiOf, newInstallation, notificationPath, server } from './kit/installation.mjs'
import { Load } from './kit/load.mjs'
import { conclude } from './kit/outcome.mjs'
import { startNginx, startPgBouncer } from './kit/proxies.mjs'
import { Reader } from './kit/reader.mjs'

const { rounds, random } = roundsAndSeed(10)
const connections = 16
/** About 150 notifications a second, which the application can process. */
const pauseMs = 100
/** After this time the drill has failed. */
const limitMs = 6 * 60_000 + rounds * 10_000
if (!server) throw new SetupError('This drill needs a PostgreSQL server: DATABASE_URL.')

/** The stops of instances, with their times. @type {{ what: string, from: number, to: number }[]} */
const events = []

await drill(async (later) => {
  await ensureBuilt()
  const { owner, authorization, settings, remove } = await newInstallation()
  later(remove)
  const port = await freePort()
  const front = `http://127.0.0.1:${port}`
  const places = [await reservePlace(), await reservePlace()].map((place) => ({
    ...place,
    appUrl: `http://localhost:${port}`,
  }))
  const pooler = await startPgBouncer(settings.DATABASE_URL ?? '')
  if (pooler) later(pooler.stop)
  const nginx = await startNginx(
    port,
    places.map((place) => place.port),
  )
  later(nginx.stop)
  const all = { ...settings, ...pooler?.settings, TRUSTED_PROXIES: '1' }
  /** @type {import('node:child_process').ChildProcess[]} */
  const instances = []
  later(() => Promise.all(instances.map((instance) => stopApplication(instance))))
  for (const place of places) instances.push(await startApplication(place, all))
  const load = new Load()
  later(() => load.stop())
  const address = { origin: front, path: await notificationPath(await apiOf(front, owner)), authorization }
  const person = new Reader(front, await signIn(front, owner))
  later(() => person.stop())
  setTimeout(() => {
    const answers = `${load.acknowledged.size} acknowledged, ${load.unanswered.length} not answered`
    console.log(`the drill did not end: ${answers}`)
    tell(person)
    // The database stays, for finding the cause.
    for (const instance of instances) instance.kill('SIGKILL')
    void Promise.all([nginx.stop(), pooler?.stop()]).then(() => process.exit(1))
  }, limitMs).unref()
  load.start(0, [address], connections, pauseMs)
  for (let round = 0; round < rounds; round++) {
    await sleep(1_000 + random() * 2_000)
    const at = round % 2
    const [place, instance] = [places[at], instances[at]]
    if (!place || !instance) continue
    const signal = round === rounds - 1 ? 'SIGKILL' : 'SIGTERM'
    const from = performance.now()
    await stopApplication(instance, signal)
    events.push({ what: `${signal} of instance ${at + 1}`, from, to: performance.now() })
    instances[at] = await startApplication(place, all)
  }
  await sleep(1_000)
  await person.stop()
  await load.stop()
  const isWhole = await conclude(
    load,
    address,
    () => apiOf(front, owner),
    `${rounds} restarts of two instances behind nginx${pooler ? ' and PgBouncer' : ''}`,
  )
  const isFine = tell(person)
  return isWhole && isFine
})

/**
 * Prints what the person saw; returns whether there was no error. A page that was under way when its instance was
 * killed with SIGKILL cannot be complete: nginx asks the other instance only for answers that have not begun.
 * @param {Reader} reader
 */
function tell({ seen, failures }) {
  const kills = events.filter(({ what }) => what.startsWith('SIGKILL'))
  const cut = failures.filter(({ from, to }) => kills.some((kill) => from < kill.to && to > kill.from))
  console.log(
    `${seen} pages read, ${failures.length} errors, ${cut.length} of them on their way at the SIGKILL`,
  )
  for (const { path, what, from, to } of failures) {
    const around = events.filter((event) => event.from < to && event.to > from - 2_000)
    const when = around.map(
      (event) => `${event.what} from ${Math.round(event.from - from)} to ${Math.round(event.to - from)} ms`,
    )
    console.log(`${path}: ${what}, after ${Math.round(to - from)} ms; ${when.join(', ') || 'nothing ended'}`)
  }
  return failures.length === cut.length
}
