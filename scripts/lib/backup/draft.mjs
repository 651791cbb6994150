/** Files that are being written: `FILE.part`. The process that writes one holds its lock, which ends with the process. */
import { constants } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { SetupError } from '../setup.mjs'

/** Drafts of files that `backup` names itself. */
const ours = /^counterfoil-.+\.tar\.gz(\.age)?\.part$/

/**
 * Creates the draft, for its owner alone, and locks it. Before that, removes one that a killed run left.
 * @param {string} draft
 * @returns {Promise<import('node:fs/promises').FileHandle>}
 */
export async function openDraft(draft) {
  await removeLeftBehind(draft)
  // Security: a new file, so that it follows no link and has no looser mode.
  const handle = await open(draft, 'wx', 0o600).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    throw new SetupError(
      error.code === 'EEXIST'
        ? `${draft} is there already, and was not left by an interrupted backup. Remove it, or give another name.`
        : `${draft} cannot be written (${error.code ?? 'unknown'}).`,
    )
  })
  if (tryLock(handle.fd)) return handle
  await handle.close()
  throw new SetupError(`${draft} is in use by another process.`)
}

/** Removes the drafts in a folder that killed runs left. @param {string} folder */
export async function removeDrafts(folder) {
  for (const name of await readdir(folder)) if (ours.test(name)) await removeLeftBehind(join(folder, name))
}

/** Removes an abandoned draft. Links stay: no run creates one. @param {string} draft */
async function removeLeftBehind(draft) {
  const handle = await open(draft, constants.O_RDWR | constants.O_NOFOLLOW).catch(() => null)
  if (handle === null) return
  try {
    if ((await handle.stat()).isFile() && tryLock(handle.fd)) await rm(draft, { force: true })
  } finally {
    await handle.close()
  }
}
