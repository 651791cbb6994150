/**
 * `npm test`: all checks from a fresh clone on, ending with one line of totals. `node scripts/test.mjs unit` or `e2e`
 * runs only these and passes further arguments to the runner. `TEST_CLOCK=2026-12-31T23:59:50` starts the clock of each
 * unit test file at that moment.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser } from './browser.mjs'
import { ensureBuilt } from './lib/build/build.mjs'
import { clearSettings } from './lib/environment.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'
import { runPackage } from './lib/processes/run.mjs'
import { SetupError, requireNode } from './lib/setup.mjs'
import { countPlaywright, countVitest, failedVitest, totalsOf } from './lib/totals.mjs'
import { verify } from './lib/verify.mjs'

/** @typedef {import('./lib/totals.mjs').Totals} Totals */

requireNode()
clearSettings()
const [only, ...args] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'counterfoil-test-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

/** @typedef {[name: string, run: () => Promise<Totals | void>]} Part */
/** @type {Part} */
const installation = ['installation', ensureInstalled]
/** @type {Record<string, Part[]>} */
const stages = {
  verify: [['checks', verification]],
  unit: [['unit tests', unitTests]],
  e2e: [
    ['build', ensureBuilt],
    ['browser tests', browserTests],
  ],
}
const chosen = only === undefined ? Object.values(stages).flat() : (stages[only] ?? [])

/** Names to print again at the end. @type {string[]} */
const failures = []
/** The duration of each part, printed at the end. @type {string[]} */
const took = []
const totals = { passed: 0, failed: 0, skipped: 0 }
for (const [name, run] of [installation, ...chosen]) {
  const start = performance.now()
  const result = await attempt(run)
  took.push(`${name} ${duration(performance.now() - start)}`)
  totals.passed += result.passed
  totals.failed += result.failed
  totals.skipped += result.skipped
  if (result.failed > 0 && (run === ensureInstalled || run === ensureBuilt)) break
}
if (chosen.length === 0) {
  console.log(`There are no tests called ${only}: say unit, e2e or verify.`)
  totals.failed += 1
}
console.log(`Took: ${took.join(', ')}.`)
if (!process.env.TEST_DATABASE_URL)
  console.log('TEST_DATABASE_URL is not set: tests on PostgreSQL were skipped.')
for (const failure of failures) console.log(`failed: ${failure}`)
process.exitCode = totals.failed > 0 ? 1 : 0
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)

/** @param {number} ms */
function duration(ms) {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * Counts a failed set-up as one failed test, so that the totals match the exit code.
 * @param {() => Promise<Totals | void>} stage
 * @returns {Promise<Totals>}
 */
async function attempt(stage) {
  try {
    return (await stage()) ?? { passed: 0, failed: 0, skipped: 0 }
  } catch (error) {
    console.log(error instanceof SetupError ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

async function verification() {
  const failed = await verify()
  failures.push(...failed)
  return { passed: 0, failed: failed.length, skipped: 0 }
}

async function unitTests() {
  const report = join(scratch, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // No retries: a flaky test is a defect of the product or of the test.
  const options = ['run', '--retry=0', ...reporters, ...args]
  const env = process.env.TEST_CLOCK ? shiftedClock() : process.env
  const { code } = await runPackage('vitest/vitest.mjs', options, { env, show: true })
  const counted = totalsOf('vitest', report, code, countVitest)
  failures.push(...failedVitest(report))
  return counted
}

/** Excludes PostgreSQL, which has a clock of its own. */
function shiftedClock() {
  const { TEST_DATABASE_URL: _, NODE_OPTIONS: others = '', ...env } = process.env
  const clock = pathToFileURL(join(root, 'scripts/testing/clock.mjs')).href
  return { ...env, NODE_OPTIONS: `${others} --import ${clock}` }
}

async function browserTests() {
  const browser = await findBrowser()
  const report = join(scratch, 'playwright.json')
  // Only now is pg installed.
  const { throwawayDatabase } = await import('./lib/database/throwaway.mjs')
  const { TEST_DATABASE_URL: server } = process.env
  const database = server ? await throwawayDatabase(server) : null
  const env = {
    ...process.env,
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(database && { E2E_DATABASE: JSON.stringify(database.settings) }),
  }
  try {
    const options = ['test', '--reporter=list,json', ...args]
    const { code } = await runPackage('playwright/cli.js', options, { env, show: true })
    return totalsOf('playwright', report, code, countPlaywright)
  } finally {
    await database?.drop()
  }
}
