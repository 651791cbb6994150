// @ts-check
/** `secrets.json`: the secrets that the application made. Plain Node, for the application and for `npm run admin`. */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `old_sealing_key` exists while something may still be sealed with it; `is_old_key_unused` says that nothing was
 * found.
 * @typedef {{
 *   auth_secret: string, sealing_key: string, old_sealing_key?: string, is_old_key_unused?: boolean,
 * }} Secrets
 */

/** @param {string} folder */
export const secretsFileIn = (folder) => path.join(/* turbopackIgnore: true */ folder, 'secrets.json')

/** The ID by which sealed values name their key: four bytes, which reveal nothing of the key. @param {Buffer} key */
export const keyIdOf = (key) =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'counterfoil:key-id', 4)).toString('hex')

/** @returns {Secrets} */
export const newSecrets = () => ({
  auth_secret: randomBytes(32).toString('base64url'),
  sealing_key: randomBytes(32).toString('hex'),
})

/**
 * @param {string} file
 * @returns {Secrets | null} null: there is no such file
 * @throws {Error} with a `code` if it cannot be read, without one if it is damaged
 */
export function readSecrets(file) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  // A damaged file must not be replaced: data sealed with its key would be lost.
  const { auth_secret, sealing_key, old_sealing_key, is_old_key_unused } = /** @type {Partial<Secrets>} */ (
    Object(parsed(text))
  )
  const isKey = (/** @type {unknown} */ key) => typeof key === 'string' && /^[0-9a-f]{64}$/.test(key)
  if (typeof auth_secret !== 'string' || auth_secret.length < 32 || !isKey(sealing_key))
    throw new Error('damaged')
  if (old_sealing_key !== undefined && (!isKey(old_sealing_key) || old_sealing_key === sealing_key))
    throw new Error('damaged')
  return {
    auth_secret,
    sealing_key: /** @type {string} */ (sealing_key),
    ...(old_sealing_key !== undefined && { old_sealing_key }),
    ...(is_old_key_unused === true && { is_old_key_unused }),
  }
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('damaged')
  }
}

/**
 * Writes a file beside `file`, which only the owner of `file` can read and which is on the disk. If that fails, as on a
 * full disk, nothing is left.
 * @param {string} file @param {Secrets} secrets
 */
export function draftSecrets(file, secrets) {
  const draft = `${file}.${randomUUID()}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(descriptor, `${JSON.stringify(secrets, null, 2)}\n`)
    giveToOwner(descriptor, file)
    fsyncSync(descriptor)
    return draft
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Root may run a command for an application that is another user's. @param {number} descriptor @param {string} file */
function giveToOwner(descriptor, file) {
  const owner = statSync(file, { throwIfNoEntry: false })
  if (owner && process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid)
}

/** A holder needs some milliseconds. */
const waitForLockMs = 10_000

/**
 * Replaces the file by the result of `change`. One process at a time does so: of two that read the file and then
 * replace it, one would overwrite the other's key, which may be in use.
 * @param {string} file
 * @param {(now: Secrets) => Secrets | null} change null: the file stays as it is
 * @returns {Promise<Secrets | null>} what the file holds then; null: there is no such file
 * @throws {Error} with a `code` if it cannot be read, replaced or locked (`EBUSY`), without one if it is damaged
 */
export async function changeSecrets(file, change) {
  if (!existsSync(file)) return null
  const unlock = await lockSecrets(file)
  try {
    const now = readSecrets(file)
    const next = now && change(now)
    if (next) replaceSecrets(file, next)
    return next ?? now
  } finally {
    unlock()
  }
}

/**
 * Locks a file beside `file`, because `file` itself is another one after each change. It stays: removed, two processes
 * could lock one of this name each. The kernel drops the lock however the process ends.
 * @param {string} file
 */
async function lockSecrets(file) {
  const { tryLock } = await import('fs-native-extensions')
  const descriptor = openSync(`${file}.lock`, 'a', 0o600)
  const until = performance.now() + waitForLockMs
  try {
    giveToOwner(descriptor, file)
    while (!tryLock(descriptor)) {
      if (performance.now() > until) throw Object.assign(new Error('in use'), { code: 'EBUSY' })
      await sleep(20)
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  return () => closeSync(descriptor)
}

/** Replaces the file in one step: a kill or a power cut leaves the old or the new one, and the new one once this returned. @param {string} file @param {Secrets} secrets */
export function replaceSecrets(file, secrets) {
  const draft = draftSecrets(file, secrets)
  try {
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  flushFolderOf(file)
}

/** Writes the file's name to the disk: data is sealed next, and a power cut must not leave it without its key. @param {string} file */
export function flushFolderOf(file) {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const descriptor = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The secrets with a new sealing key. What is sealed still opens with the old one. @param {Secrets} secrets @returns {Secrets} */
export const withNewKey = ({ auth_secret, sealing_key }) => ({
  auth_secret,
  sealing_key: randomBytes(32).toString('hex'),
  old_sealing_key: sealing_key,
})
