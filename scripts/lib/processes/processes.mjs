/** Builds in a process of its own, and turns this process into the server. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.mjs'
import { run } from './run.mjs'

const intervalMs = 500

/** A signal to npm ends npm and its shell, but not this process. Once either has ended, sends it SIGTERM too. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const shell = process.ppid
  const npm = parentOf(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || isAlive(npm))) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, intervalMs)
  timer.unref()
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })) || undefined
  } catch {
    return undefined // Slim images have no ps; only the shell is watched then.
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Installs and builds in a separate process: this one becomes the server, and would keep the memory that building takes.
 * Exits if it fails.
 */
export async function buildApart() {
  const { code, error } = await run(process.execPath, ['scripts/build.mjs'], { show: true })
  if (error) console.error(error.message)
  if (code !== 0) process.exit(code)
}

/**
 * Starts server.mjs in this process, so that Ctrl-C and `kill` reach it directly, also through npm.
 * @param {'production' | 'development'} mode
 */
export async function startServer(mode) {
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1' })
  endWithNpm()
  await import(pathToFileURL(join(root, 'server.mjs')).href)
}
