/** Installs the packages if they differ from the lock file. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { locked } from './processes/lock.mjs'
import { root } from './root.mjs'
import { run } from './processes/run.mjs'
import { SetupError } from './setup.mjs'

const stampPath = join(root, 'node_modules/.counterfoil-lock')

/** Native packages fit one platform; those here (Node-API) fit every version of Node. */
const runtime = `${process.platform} ${process.arch}`

/** Makes node_modules match package-lock.json. Fails with npm's own output. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await locked(async () => {
    if (isInstalled()) return // Another process did it while this one waited.
    console.log('Installing packages…')
    const { code, output, error } = await npm(
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
    )
    if (code !== 0) {
      throw new SetupError(`${output}${error ? `${error.message}\n` : ''}npm ci failed.`)
    }
    writeFileSync(stampPath, stamp())
  })
}

function stamp() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${runtime}`
}

function isInstalled() {
  const wanted = stamp()
  const found = existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : undefined
  if (found === wanted) return true
  const isSameRuntime = found === undefined || found.endsWith(` ${runtime}`)
  if (!isSameRuntime || !matchesByHand()) return false
  writeFileSync(stampPath, wanted)
  return true
}

/**
 * Whether a manual `npm ci` or `npm install` has installed everything. npm writes its own lock file into node_modules
 * as the last step.
 */
function matchesByHand() {
  const account = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(account)) return false
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const found = packagesIn(account)
  return (
    Object.keys(found).every((path) => path in wanted) &&
    Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        path === '' || (path in found ? found[path]?.version === version : optional === true),
    )
  )
}

/** @param {string} path */
function packagesIn(path) {
  const lock = /** @type {{ packages?: Record<string, { version?: string, optional?: boolean }> }} */ (
    JSON.parse(readFileSync(path, 'utf8'))
  )
  return lock.packages ?? {}
}

/**
 * Runs the npm that started this process, with this Node: on Windows npm is a shell script.
 * @param {string[]} args
 */
function npm(...args) {
  const started = process.env.npm_execpath
  if (started && basename(started).startsWith('npm')) return run(process.execPath, [started, ...args])
  if (process.platform !== 'win32') return run('npm', args)
  return run('cmd.exe', ['/d', '/s', '/c', 'npm', ...args])
}
