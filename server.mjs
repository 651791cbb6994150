// @ts-check
/**
 * The front door: hands notifications straight to the verb that records them, so that page rendering never
 * delays the recording of money, and everything else to Next.
 */
// First: the packages below read what it sets.
// oxlint-disable-next-line import/no-unassigned-import
import './scripts/lib/runtime.mjs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import next from 'next'
import { drainable } from './lib/door/drain.mjs'
import { frontDoorListener, malformedRequestListener } from './lib/door/front-door.mjs'
import { answerOtherProtocols } from './lib/door/answers.mjs'

/** @typedef {import('./lib/start/application').FrontDoor} FrontDoor */

const isDev = process.env.NODE_ENV === 'development'
const dir = fileURLToPath(new URL('.', import.meta.url))
process.chdir(dir)
const port = Number(process.env.PORT || 3000)

/**
 * instrumentation.ts starts the application inside Next's own bundle and hands it over here. In production
 * `prepare` does not wait for it.
 * @type {Promise<FrontDoor>}
 */
const started = new Promise((resolve) => {
  Object.assign(globalThis, { __counterfoil: new Map([['front-door-opened', resolve]]) })
})
// `quiet`: instrumentation.ts logs errors of pages. Next.js would print them whole, with what people entered.
const app = next({ dev: isDev, dir, port, quiet: !isDev })
await app.prepare()
const frontDoor = await started

const { hooks, report, manners } = frontDoor
const answer = frontDoorListener(hooks, app.getRequestHandler(), manners)
// What Node would refuse without a word of ours comes to the door too.
const server = createServer({ requireHostHeader: false }, answer)
const drain = drainable(server)
server.on('checkExpectation', answer)
server.on('clientError', malformedRequestListener(manners))
answerOtherProtocols(server, manners, { dev: isDev })
// A request has to arrive within this time: 100 MB need a quarter of an hour at 1 Mbit/s. Requests without a file have
// a minute (lib/door/front-door.mjs).
server.requestTimeout = 15 * 60_000
// Longer than proxies keep unused connections (nginx 60 s, Traefik 90 s, Caddy 120 s), so that none sends a request while
// its connection is being closed here.
server.keepAliveTimeout = 130_000

/** How long what is under way may take to be answered, and all of the end. */
const answerWithinMs = 3_000
const endWithinMs = 4_800

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  // The next start finds anything that still runs then: nothing acknowledged is only in memory.
  setTimeout(() => process.exit(0), endWithinMs).unref()
  const [drained] = await Promise.allSettled([drain(answerWithinMs), frontDoor.stopWork()])
  // Handlers of requests that were cut still use the database: closed under them, it fails what they may yet finish.
  if (drained.status === 'fulfilled' && drained.value)
    await Promise.allSettled([app.close(), frontDoor.close()])
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())

server.on('error', (error) => {
  introduce() // A password made on this start is shown on no other.
  const used = 'code' in error && error.code === 'EADDRINUSE'
  const name = hooks ? 'PORT' : 'SANDBOX_PORT'
  process.stderr.write(
    used ? `${name}: ${port} is in use; set ${name} to another one\n` : `${error.message}\n`,
  )
  process.exit(1)
})
server.listen({ port, host: frontDoor.host ?? undefined }, () => void greet())

async function greet() {
  introduce()
  await frontDoor.listening()
  if (!isStopping) process.stdout.write(`\n${report.name} is ready at ${report.url}\n\n`)
}

function introduce() {
  const lines = report.lines.map(([label, value]) => `  ${label.padEnd(10)}  ${value}\n`)
  process.stdout.write(`\n${lines.join('')}`)
}
