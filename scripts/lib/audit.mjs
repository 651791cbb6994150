/** Asks the registry for known vulnerabilities of what runs in production. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './root.mjs'

/** @typedef {{ ok: boolean, output: string, skipped?: string }} Outcome `skipped`: why nothing was checked. */

const run = promisify(execFile)
const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']

/** Fails for high and critical findings. A registry that does not answer is no failure. @returns {Promise<Outcome>} */
export async function auditDependencies() {
  const options = {
    cwd: root,
    timeout: 60_000,
    maxBuffer: 32 * 1024 * 1024,
    shell: process.platform === 'win32',
  }
  const output = await run('npm', args, options).then(
    ({ stdout }) => stdout,
    // npm exits with 1 where it found something, and says what all the same.
    (/** @type {{ stdout?: string }} */ error) => error.stdout ?? '',
  )
  return judge(output)
}

/** @param {string} output what `npm audit --json` printed @returns {Outcome} */
export function judge(output) {
  const report = parsed(output)
  if (!report?.metadata?.vulnerabilities)
    return { ok: true, output: '', skipped: 'the registry does not answer' }
  const found = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  )
  const lines = found.map(({ name, severity, range }) => `${severity}: ${name} ${range}`)
  return { ok: found.length === 0, output: lines.join('\n') }
}

/**
 * @typedef {{
 *   metadata?: { vulnerabilities?: unknown },
 *   vulnerabilities?: Record<string, { name: string, severity: string, range: string }>,
 * }} Report
 */

/** @param {string} text @returns {Report | null} */
function parsed(text) {
  try {
    return /** @type {Report} */ (JSON.parse(text))
  } catch {
    return null
  }
}
