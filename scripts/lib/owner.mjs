/** Root may run a command for an application that is another user's, as with deploy/counterfoil.service. */
import { statSync } from 'node:fs'
import { dataFolder, settings } from './database.mjs'

/**
 * If root runs this process, goes on as the user who owns the data folder. That user could not use files that root makes
 * there. Reads files of secrets first, because only root may be allowed to.
 */
export function becomeOwner() {
  const owner = statSync(dataFolder(), { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  for (const [name, value] of Object.entries(settings())) {
    // An empty setting counts as unset.
    if (!process.env[name]) delete process.env[`${name}_FILE`]
    process.env[name] = value
  }
  process.setgroups?.([])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}

/**
 * Returns one line for a file that the owner of the data folder may not read or write; null for other errors.
 * @param {unknown} error
 */
export const refusalOf = (error) =>
  error instanceof Error && 'code' in error && error.code === 'EACCES' && 'path' in error
    ? `${String(error.path)} may not be read or written by user ${process.getuid?.()}, to whom the data folder belongs.`
    : null
