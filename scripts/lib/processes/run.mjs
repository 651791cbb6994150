/** Child processes that never outlive this one. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from '../root.mjs'

/**
 * @typedef {object} Result
 * @property {number} code the exit code; 128 plus the signal's number if a signal ended it
 * @property {string} output both streams in order; empty with `show`
 * @property {Error} [error] why it could not start or finish
 */

/**
 * Runs a program in the project's folder. Forwards signals to it and then exits too, so that neither Ctrl-C nor `kill`
 * leaves a build running in the background.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, timeout?: number }} [options] `show`: output goes straight to the
 * terminal
 * @returns {Promise<Result>}
 */
export function run(command, args, { env = process.env, show = false, timeout = 0 } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    timeout,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  })
  const stopForwarding = forwardSignals(child)
  /** @type {Buffer[]} */
  const chunks = []
  child.stdout?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
  child.stderr?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    /** @param {number} code @param {Error} [error] */
    const finish = (code, error) => {
      const signal = stopForwarding()
      if (signal) process.exit(128 + constants.signals[signal])
      resolve({ code, output: Buffer.concat(chunks).toString(), ...(error && { error }) })
    }
    child.once('error', (error) => finish(1, error))
    child.once('close', (code, signal) => finish(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/**
 * Runs a script of an installed package with this Node. Needs neither shell nor npx on any platform.
 * @param {string} script path below node_modules
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(script, args, options) {
  return run(process.execPath, [`node_modules/${script}`, ...args], options)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined} stops forwarding and returns the received signal, if any
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    received = signal
    child.kill(signal)
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
    return received
  }
}
