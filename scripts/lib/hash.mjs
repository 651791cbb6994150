/** A fingerprint of source files, to detect stale build results. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Hashes paths and contents of the files below `paths` (files or folders relative to `base`; missing ones are skipped)
 * that `wanted` accepts. The order is the same on every platform.
 * @param {string} base
 * @param {string[]} paths
 * @param {(path: string) => boolean} wanted
 */
export function hashFiles(base, paths, wanted) {
  const hash = createHash('sha256')
  const files = paths.flatMap((path) => filesBelow(base, path)).filter(wanted)
  for (const file of files.toSorted()) {
    const content = readFileSync(join(base, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} base
 * @param {string} path
 * @returns {string[]} relative to `base`, with forward slashes
 */
function filesBelow(base, path) {
  const full = join(base, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(base, '/').length).split(sep).join('/'))
}
