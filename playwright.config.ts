import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { Options } from './e2e/kit/fixtures'
import { browserArguments, findBrowser } from './scripts/browser.mjs'
import { freePort } from './scripts/lib/processes/free-port.mjs'

/** Pages of tests do not live long enough to pay for optimised scripts: without, a page takes a quarter less processor time. */
const engineArguments = '--js-flags=--no-opt --no-maglev --single-threaded'

/**
 * Each has a server to itself, so that no test sees what another one running beside it makes. The last one is on
 * PostgreSQL if `E2E_DATABASE` has the settings of a server on it (scripts/test.mjs), the others have embedded databases.
 */
const workers = Math.min(2, availableParallelism())

// Workers read this file too and inherit the environment, so what is chosen here is chosen once.
const browser = (process.env.CHROMIUM_PATH ??= await findBrowser())
const ports = (process.env.E2E_PORTS ??= await freePorts()).split(',')
const onPostgres = JSON.parse(process.env.E2E_DATABASE ?? 'null') as Record<string, string> | null
const dataFolder = (process.env.E2E_DATA_DIR ??= temporaryFolder())

/** The sandbox shop's credentials on its own interface. */
const sandbox = { username: '361', password: 'a secret key for browser tests' }
const owner = { email: 'owner@localhost', password: 'a password for browser tests' }

export default defineConfig<Options>({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers,
  // A test that fails once and then passes is printed as flaky; it fails the run only when it fails twice.
  retries: 1,
  // Generous: a busy machine takes several times as long, and no test measures time.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    owner,
    sandbox,
    // A worker takes visits out of sight of the tests; only the test of a lost connection needs it.
    serviceWorkers: 'block',
    // Without a limit, a click on a missing element waits until its test times out.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    origins: ports.map((port) => `http://localhost:${port}`),
    // Not of every test: recording slows them all.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: browser, args: [...browserArguments(), engineArguments] },
  },
  webServer: ports.map((port, index) => ({
    command: 'node server.mjs',
    url: `http://localhost:${port}/api/health/ready`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // For browsers that ask for it: pseudo-locale.spec.ts.
      PSEUDO_LOCALE: 'on',
      PORT: port,
      DATA_DIR: join(dataFolder, port),
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      SANDBOX_SECRET_KEY: sandbox.password,
      // Tests listen on their own ports.
      SANDBOX_REACH: 'machine',
      ...(index === ports.length - 1 && onPostgres),
    },
  })),
})

async function freePorts() {
  const found = []
  for (let worker = 0; worker < workers; worker++) found.push(await freePort())
  return found.join(',')
}

/** Removed when this process ends, by which time the server has ended too. */
function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
