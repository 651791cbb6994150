/** Starts the built application as a child process, for drills and benches. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './processes/free-port.mjs'
import { root } from './root.mjs'

/** Reserves a port for an application that is started several times. */
export async function reservePlace() {
  const port = await freePort()
  return { port, origin: `http://127.0.0.1:${port}`, appUrl: `http://localhost:${port}` }
}

/** @typedef {{ port: number, origin: string, appUrl: string }} Place */

/**
 * Starts the application.
 * @param {Place} place
 * @param {Record<string, string>} settings beside those of the address
 * @param {'inherit' | 'ignore' | 'pipe'} [errors] where its standard error goes
 */
export function spawnApplication({ port, appUrl }, settings, errors = 'inherit') {
  // As `npm start` does.
  return spawn(process.execPath, ['--max-semi-space-size=4', 'server.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', errors],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: appUrl,
      SANDBOX_SEED: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
}

/**
 * Starts the application and waits until it is ready.
 * @param {Place} place @param {Record<string, string>} settings beside those of the address
 * @returns {Promise<import('node:child_process').ChildProcess>}
 */
export async function startApplication(place, settings) {
  const child = spawnApplication(place, settings)
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the application ended with ${child.exitCode}`)
    const answer = await fetch(`${place.origin}/api/health/ready`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return child
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error('the application did not become ready')
}

/**
 * Stops an application, by default as an operator does.
 * @param {import('node:child_process').ChildProcess} child
 * @param {'SIGTERM' | 'SIGKILL'} [signal]
 */
export async function stopApplication(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/**
 * Signs in over plain HTTP.
 * @param {string} origin @param {{ email: string, password: string }} person
 * @returns {Promise<string>} the content of the Cookie header
 */
export async function signIn(origin, person) {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  /** @param {Response} response */
  const keep = (response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
  }
  const csrf = await fetch(`${origin}/api/auth/csrf`)
  keep(csrf)
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await csrf.json())
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: header(), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, ...person, json: 'true' }),
  })
  keep(answer)
  await answer.text()
  return header()
}
