/** Runs before other packages are loaded: server.mjs imports this first. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { offerStrongSuites } from './cipher-suites.mjs'
import { requireNode } from './setup.mjs'
import { root } from './root.mjs'

requireNode()
// React and Next.js have another build for development.
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production', NEXT_TELEMETRY_DISABLED: '1' })

// Collect garbage when the heap has grown by half. By default V8 waits until it is up to four times what is in use: 408 MB
// after 400 pages, with this 300 MB, for the same processor time.
setFlagsFromString('--heap-growing-percent=50')

offerStrongSuites()

const { os, cpu } = /** @type {{ os?: string[], cpu?: string[] }} */ (read('package.json'))
// A packed release names its platform (scripts/lib/release/pack.mjs).
if (os && cpu) {
  requirePlatform(`${os.join()} ${cpu.join()}`)
  // As Next.js starts what it packs itself: with the settings of the build, and without its build tools.
  const { config } = /** @type {{ config: object }} */ (read('.next/required-server-files.json'))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}

/** Exits with one line on another platform. Otherwise the first symptom would be a missing native package. @param {string} made */
function requirePlatform(made) {
  const here = `${process.platform} ${process.arch}`
  if (here === made) return
  console.error(`This package is for ${made}; this machine is ${here}.`)
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
