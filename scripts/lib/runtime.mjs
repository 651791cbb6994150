/** Runs before other packages are loaded: server.mjs imports this first. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { offerStrongSuites } from './cipher-suites.mjs'
import { requireNode } from './setup.mjs'
import { root } from './root.mjs'

requireNode()
// React and Next.js load their builds for development unless NODE_ENV says production.
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production', NEXT_TELEMETRY_DISABLED: '1' })

// Collects garbage when the heap has grown by half. By default, V8 waits until it is up to four times what is in use. After
// 400 pages that was 408 MB, with this setting 300 MB, for the same processor time.
setFlagsFromString('--heap-growing-percent=50')

offerStrongSuites()

const { os, cpu } = /** @type {{ os?: string[], cpu?: string[] }} */ (read('package.json'))
// A packed release names its platform (scripts/lib/release/pack.mjs).
if (os && cpu) {
  requirePlatform(`${os.join()} ${cpu.join()}`)
  // With the settings of the build in this variable, Next.js starts without its build tools, as in its standalone output.
  const { config } = /** @type {{ config: object }} */ (read('.next/required-server-files.json'))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}

/**
 * Exits with one line on another platform. Otherwise the first symptom would be a missing native package.
 * @param {string} platform
 */
function requirePlatform(platform) {
  const here = `${process.platform} ${process.arch}`
  if (here === platform) return
  console.error(`This package is for ${platform}; this machine is ${here}.`)
  process.exit(1)
}

/** @param {string} path @returns {unknown} */
function read(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

// When the program that reads our output has ended, writing fails. Next.js would log that failure, which fails again,
// without end. The application continues without a log.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error
  })
