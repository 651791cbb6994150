import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { Options } from './e2e/fixtures'
import { browserArguments, findBrowser } from './scripts/browser.mjs'
import { freePort } from './scripts/lib/free-port.mjs'

// Workers read this file too and inherit the environment, so what is chosen here is chosen once.
// scripts/test.mjs sets all three; they are chosen here when Playwright is run by itself.
const browser = (process.env.CHROMIUM_PATH ??= await findBrowser())
const port = (process.env.E2E_PORT ??= String(await freePort()))
const dataFolder = (process.env.E2E_DATA_DIR ??= temporaryFolder())

/** The sandbox shop's credentials on its own interface. */
const sandbox = { username: '361', password: 'a secret key for browser tests' }
const owner = { email: 'owner@localhost', password: 'a password for browser tests' }

export default defineConfig<Options>({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 1,
  // A test that fails once and then passes is printed as flaky; it fails the run only when it fails twice.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    owner,
    sandbox,
    baseURL: `http://localhost:${port}`,
    // Not of every test: recording slows them all.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: browser, args: browserArguments() },
  },
  webServer: {
    command: 'node server.mjs',
    url: `http://localhost:${port}/api/health/ready`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: port,
      DATA_DIR: dataFolder,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      SANDBOX_SECRET_KEY: sandbox.password,
    },
  },
})

/** Removed when this process ends, by which time the server has ended too. */
function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
