/** Root may run a command for another user's application, as with deploy/counterfoil.service. */
import { accessSync, constants, statSync } from 'node:fs'
import { dataFolder, settings } from './database/database.mjs'
import { SetupError } from './setup.mjs'

/**
 * If root runs this process, continues as the user who owns the data folder. That user could not use files that root
 * creates there. Reads files of secrets first, because only root may be allowed to.
 * @throws {SetupError} if that user cannot reach the folder: to the command it would look as if nothing were there
 */
export function becomeOwner() {
  const folder = dataFolder()
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  for (const [name, value] of Object.entries(settings())) {
    // An empty setting counts as unset.
    if (!process.env[name]) delete process.env[`${name}_FILE`]
    process.env[name] = value
  }
  process.setgroups?.([])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  try {
    accessSync(folder, constants.X_OK)
  } catch {
    throw new SetupError(
      `The data folder ${folder} belongs to user ${owner.uid}, who may not enter it or a folder above it. Let that user in. systemd keeps the folder of a unit with DynamicUser= closed: give the unit a user of its own (User=).`,
    )
  }
}

/**
 * Returns one line for a file that the owner of the data folder may not read or write; null for other errors.
 * @param {unknown} error
 */
export const refusalOf = (error) =>
  error instanceof Error && 'code' in error && error.code === 'EACCES' && 'path' in error
    ? `${String(error.path)} may not be read or written by user ${process.getuid?.()}, to whom the data folder belongs.`
    : null
