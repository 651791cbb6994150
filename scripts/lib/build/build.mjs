/** Builds for production if the build does not match the current sources. */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../files-below.mjs'
import { locked } from '../processes/lock.mjs'
import { root } from '../root.mjs'
import { runPackage } from '../processes/run.mjs'
import { SetupError } from '../setup.mjs'
import { shareChunks, escapeChunks } from './chunks.mjs'
import { createHash } from 'node:crypto'

const stampPath = join(root, '.next/counterfoil-build')

/** Folders that the build reads. */
const FOLDERS = ['app', 'components', 'lib', 'scripts/build', 'public']

/** Files beside package.json that the build reads: Next's entry points and settings, and the packages. */
const ROOT_FILES =
  /^((next|postcss)\.config|proxy|instrumentation(-client)?|mdx-components)\.\w+$|^(package-lock|tsconfig)\.json$/

/** Ensures that .next has a production build of the current sources. Fails with Next's own output. */
export async function ensureBuilt() {
  if (isBuilt()) return
  await locked(async () => {
    if (isBuilt()) return // Another process did it while this one waited.
    console.log('Building… (one to three minutes)')
    // Taken before the build, so that edits during it cause another build on the next start.
    const sources = fingerprint()
    rmSync(stampPath, { force: true })
    const env = {
      ...process.env,
      NODE_ENV: /** @type {const} */ ('production'),
      NEXT_TELEMETRY_DISABLED: '1',
    }
    const { code, output } = await runPackage('next/dist/bin/next', ['build'], { env })
    if (code !== 0) throw new SetupError(`${output}\nnext build failed.`)
    // It needs packages, which were not there when this file was loaded.
    const { ensureEmptyDatabase } = await import('../database/empty-database.mjs')
    await ensureEmptyDatabase()
    for (const name of ['chunks', 'chunks/ssr']) {
      const folder = join(root, '.next/server', name)
      escapeChunks(folder)
      shareChunks(folder)
    }
    writeFileSync(stampPath, sources)
  })
}

function isBuilt() {
  if (!existsSync(stampPath) || !existsSync(join(root, '.next/BUILD_ID'))) return false
  return readFileSync(stampPath, 'utf8') === fingerprint()
}

/** Includes the root folder: a build contains absolute paths and cannot be moved. */
function fingerprint() {
  const files = readdirSync(root).filter((name) => ROOT_FILES.test(name))
  return `${hashFiles(root, [...FOLDERS, ...files], (path) => !/\.test\.\w+$/.test(path))} ${root}`
}

/**
 * Hashes paths and contents of the files below `paths` (files or folders relative to `base`; missing ones are skipped)
 * that `wanted` accepts. The order is the same on every platform.
 * @param {string} base
 * @param {string[]} paths
 * @param {(path: string) => boolean} wanted
 */
function hashFiles(base, paths, wanted) {
  const hash = createHash('sha256')
  const files = filesBelow(base, paths).filter(wanted)
  for (const file of files.toSorted()) {
    const content = readFileSync(join(base, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
