/** The checks that need neither a database nor a browser. */
import { auditDependencies } from './audit.mjs'
import { lockFileProblems } from './lock-file.mjs'
import { runPackage } from './run.mjs'

/**
 * @typedef {import('./audit.mjs').Outcome} Outcome
 * @typedef {[name: string, check: () => Promise<Outcome>]} Step
 */

/** Those of a group run at once, as most need one processor. Types and lint read the route types. @type {Step[][]} */
const steps = [
  [
    ['lock file', lockFile],
    ['route types', () => tool('next/dist/bin/next', 'typegen')],
  ],
  [
    ['formatting', () => tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.')],
    ['types', () => tool('typescript/bin/tsc', '--noEmit', '--incremental', 'false')],
  ],
  [
    ['lint', () => tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')],
    ['dead code', () => tool('knip/bin/knip.js', '--no-progress')],
    ['audit of dependencies', auditDependencies],
  ],
]

/**
 * Runs every step, even after a failure, and prints one line for each.
 * @returns {Promise<string[]>} the names of the failed steps
 */
export async function verify() {
  /** @type {string[]} */
  const failed = []
  for (const group of steps) failed.push(...(await Promise.all(group.map(run))).flat())
  return failed
}

/** @param {Step} step @returns {Promise<string[]>} its name if it failed */
async function run([name, check]) {
  const start = performance.now()
  const { ok, output, skipped } = await check()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const result = skipped ? `skipped ${name}: ${skipped}` : `${ok ? 'ok    ' : 'FAILED'} ${name}`
  console.log(`${result} (${seconds} s)`)
  if (ok) return []
  console.log(output)
  return [name]
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
