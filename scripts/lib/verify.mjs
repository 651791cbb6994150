/** The checks that need neither a database nor a browser. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runPackage } from './processes/run.mjs'
import { root } from './root.mjs'

/**
 * @typedef {{ ok: boolean, output: string, skipped?: string }} Outcome `skipped`: why nothing was checked.
 * @typedef {[name: string, check: () => Promise<Outcome>]} Step
 */

/** The steps of a group run at the same time. Types and lint need the route types. @type {Step[][]} */
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

/**
 * @typedef {Record<string, string>} Dependencies
 * @typedef {object} Package
 * @property {Dependencies} [dependencies]
 * @property {Dependencies} [devDependencies]
 * @property {Dependencies} [optionalDependencies]
 * @property {Dependencies} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 * @typedef {{ packages: Record<string, Package> }} LockFile
 */

/** Finds reasons why `npm ci` would refuse the lock file, without asking a registry. @returns {string[]} one line per problem */
export function lockFileProblems() {
  const manifest = /** @type {Package} */ (read('package.json'))
  const lock = /** @type {LockFile} */ (read('package-lock.json'))
  return [...manifestProblems(manifest, lock.packages['']), ...missingPackages(lock)]
}

/**
 * @param {string} name
 * @returns {unknown}
 */
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

/**
 * @param {Package} manifest
 * @param {Package | undefined} locked
 */
function manifestProblems(manifest, locked) {
  /** @type {('dependencies' | 'devDependencies' | 'optionalDependencies')[]} */
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  return kinds
    .filter((kind) => !sameEntries(manifest[kind], locked?.[kind]))
    .map((kind) => `package.json and package-lock.json disagree on ${kind}: run npm install.`)
}

/** @param {Dependencies} [a] @param {Dependencies} [b] */
function sameEntries(a = {}, b = {}) {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

/**
 * Returns the packages that another one requires and that have no entry. `npm install` silently omits binaries of other
 * platforms that the registry lacks; `npm ci` then fails on every machine.
 * @param {LockFile} lock
 */
export function missingPackages({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    wantedBy(entry)
      .filter((name) => !isLocked(packages, path, name))
      .map(
        (name) =>
          `${path || 'package.json'} asks for ${name}, which package-lock.json lacks: pin a version of it that has all its platform packages.`,
      ),
  )
}

/** @param {Package} entry */
function wantedBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/**
 * Looks a package up as Node does: in the package's own node_modules, then upwards.
 * @param {LockFile['packages']} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

const auditArgs = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']

/**
 * Asks the registry for known vulnerabilities of what runs in production. Fails for high and critical findings. A
 * registry that does not answer is not a failure.
 * @returns {Promise<Outcome>}
 */
async function auditDependencies() {
  const options = {
    cwd: root,
    timeout: 60_000,
    maxBuffer: 32 * 1024 * 1024,
    shell: process.platform === 'win32',
  }
  const output = await promisify(execFile)('npm', auditArgs, options).then(
    ({ stdout }) => stdout,
    // npm exits with 1 if it found something, but still prints it.
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
