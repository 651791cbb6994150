/** Root may run a command for an application that is another user's, as with deploy/counterfoil.service. */
import { statSync } from 'node:fs'
import { dataFolder, settings } from './database.mjs'

/**
 * Makes root the owner of the data folder for the rest of this process, who could not use what root makes there. Reads the
 * files of secrets before, which may be root's alone.
 */
export function becomeOwner() {
  const owner = statSync(dataFolder(), { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  for (const [name, value] of Object.entries(settings())) {
    if (process.env[name] === undefined) delete process.env[`${name}_FILE`]
    process.env[name] = value
  }
  process.setgroups?.([])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}

/**
 * A file that the owner may not read or write is one line. Null: another error.
 * @param {unknown} error
 */
export const refusalOf = (error) =>
  error instanceof Error && 'code' in error && error.code === 'EACCES' && 'path' in error
    ? `${String(error.path)} may not be read or written by user ${process.getuid?.()}, to whom the data folder belongs.`
    : null
