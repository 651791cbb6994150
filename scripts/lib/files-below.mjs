import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * The files in `paths`, which are files or folders relative to `base`; missing ones are skipped.
 * @param {string} base
 * @param {string[]} paths
 * @returns {string[]} relative to `base`, with forward slashes
 */
export const filesBelow = (base, paths) => paths.flatMap((path) => below(base, path))

/** @param {string} base @param {string} path */
function below(base, path) {
  const full = join(base, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(base, '/').length).split(sep).join('/'))
}
