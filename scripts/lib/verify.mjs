/** The checks that need neither a database nor a browser. */
import { auditDependencies } from './audit.mjs'
import { lockFileProblems } from './lock-file.mjs'
import { runPackage } from './run.mjs'

/**
 * @typedef {import('./audit.mjs').Outcome} Outcome
 * @typedef {[name: string, check: () => Promise<Outcome>]} Step
 */

/** @type {Step[]} */
const steps = [
  ['lock file', lockFile],
  ['formatting', () => tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.')],
  // Lint reads types too, so the route types come first.
  ['route types', () => tool('next/dist/bin/next', 'typegen')],
  ['types', () => tool('typescript/bin/tsc', '--noEmit', '--incremental', 'false')],
  ['lint', () => tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')],
  ['dead code', () => tool('knip/bin/knip.js', '--no-progress')],
  ['audit of dependencies', auditDependencies],
]

/**
 * Runs every step, even after a failure, and prints one line for each.
 * @returns {Promise<string[]>} the names of the failed steps
 */
export async function verify() {
  const failed = []
  for (const [name, check] of steps) {
    const start = performance.now()
    const { ok, output, skipped } = await check()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const result = skipped ? `skipped ${name}: ${skipped}` : `${ok ? 'ok    ' : 'FAILED'} ${name}`
    console.log(`${result} (${seconds} s)`)
    if (ok) continue
    failed.push(name)
    console.log(output)
  }
  return failed
}

/**
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function tool(script, ...args) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const { code, output, error } = await runPackage(script, args, { env })
  return { ok: code === 0, output: error ? `${output}${error.message}` : output }
}

/** @returns {Promise<Outcome>} */
async function lockFile() {
  const problems = lockFileProblems()
  return { ok: problems.length === 0, output: problems.join('\n') }
}
