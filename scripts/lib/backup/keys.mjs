/** The sealing keys of this installation and of a backup. Only with the right one can what a backup holds be opened. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { keyIdOf, readSecrets, replaceSecrets, secretsFileIn } from '../../../lib/keys/secrets-file.mjs'
import { dataFolder, settings } from '../database/database.mjs'
import { root } from '../root.mjs'
import { SetupError } from '../setup.mjs'

/** @typedef {import('../../../lib/keys/secrets-file.mjs').Secrets} Secrets */

/** The file with the secrets that the application made. Null: the environment has them. */
export function secretsFile() {
  const { SECRETS_FILE, DATABASE_URL } = settings()
  if (SECRETS_FILE) return resolve(root, SECRETS_FILE)
  return DATABASE_URL ? null : secretsFileIn(dataFolder())
}

/** The secrets of this installation, from the environment or the file. @returns {Secrets | null} */
export function ownKeys() {
  const { SEALING_KEY, OLD_SEALING_KEY, AUTH_SECRET } = settings()
  const kept = fileKeys()
  if (!SEALING_KEY) return kept
  return {
    auth_secret: AUTH_SECRET ?? kept?.auth_secret ?? randomBytes(32).toString('base64url'),
    sealing_key: toHex(SEALING_KEY),
    ...(OLD_SEALING_KEY && { old_sealing_key: toHex(OLD_SEALING_KEY) }),
  }
}

/** A key of the environment is written in hexadecimal or Base64. @param {string} key */
export const toHex = (key) => (key.length === 64 ? key : Buffer.from(key, 'base64').toString('hex'))

function fileKeys() {
  const file = secretsFile()
  if (file === null) return null
  try {
    return readSecrets(file)
  } catch (error) {
    throw new SetupError(
      `${file} ${error instanceof Error && 'code' in error ? `cannot be read (${String(error.code)})` : 'is damaged'}.`,
    )
  }
}

/** IDs of the keys. @param {Secrets} keys */
const keyIds = ({ sealing_key: key, old_sealing_key: old }) =>
  [key, ...(old === undefined ? [] : [old])].map((one) => keyIdOf(Buffer.from(one, 'hex')))

/** @typedef {{ key: string, old: string | null }} SealedWith the IDs of the keys that a database needs */

/** @param {import('./session.mjs').Session} session @returns {Promise<SealedWith | null>} null: nothing is sealed */
export async function sealedWith({ query }) {
  const [known] = await query(`SELECT to_regclass('public.sealing') IS NOT NULL AS is_there`)
  if (known?.is_there !== true) return null
  const [row] = await query('SELECT key_id, old_key_id FROM public.sealing WHERE id = 1')
  if (!row) return null
  return { key: String(row.key_id), old: row.old_key_id === null ? null : String(row.old_key_id) }
}

/** IDs of the keys that are needed but missing here. @param {SealedWith | null} sealed @param {Secrets} keys */
export function missingKeys(sealed, keys) {
  const needed = sealed === null ? [] : [sealed.key, ...(sealed.old === null ? [] : [sealed.old])]
  return needed.filter((id) => !keyIds(keys).includes(id))
}

/**
 * The secrets of this installation that open the sealed values: the present ones, or `earlier`, from before the values
 * were read. The application may have removed an old key in between. Null: neither opens them.
 * @param {SealedWith | null} sealed
 * @param {Secrets | null} earlier
 * @returns {Secrets | null}
 */
export function keysFor(sealed, earlier) {
  const known = [ownKeys(), earlier].filter((keys) => keys !== null)
  const opening = known.filter((keys) => sealed === null || keyIds(keys).includes(sealed.key))
  return opening.find((keys) => missingKeys(sealed, keys).length === 0) ?? opening[0] ?? null
}

/**
 * Plans how what is restored can be opened here: with the key of this installation, or else with that of the backup.
 * `line`: what to print. `write` stores that key; `undo` removes a file that there was not before.
 * @param {{ sealed: SealedWith | null, carried: Secrets | null }} backup
 * @returns {{ line: string, write: () => Promise<void>, undo: () => Promise<void> }}
 */
export function planKeys({ sealed, carried }) {
  const nothing = async () => {}
  const own = ownKeys()
  if (own) {
    const [missing] = missingKeys(sealed, own)
    if (missing !== undefined)
      throw new SetupError(
        `This installation has another sealing key than ${missing}, with which the backup was sealed. Put that key here, or restore where there is none.`,
      )
    return {
      line: 'The sealing key of this installation opens what is sealed.',
      write: nothing,
      undo: nothing,
    }
  }
  const file = secretsFile()
  if (carried === null)
    throw new SetupError(
      `The backup has no sealing key. Put the secrets.json that was kept with it ${file === null ? 'somewhere, and set SECRETS_FILE to it' : `at ${file}`}, or set SEALING_KEY to the key ${sealed?.key ?? ''}.`,
    )
  if (file === null)
    throw new SetupError('Set SECRETS_FILE to where the sealing key of the backup is to be written.')
  const isReplaced = existsSync(file)
  const [missing] = missingKeys(sealed, carried)
  return {
    line: `The sealing key of the backup is now in ${file}.${missing === undefined ? '' : ` The old key ${missing}, with which something is still sealed, is not in the backup: add it to that file before the application starts.`}`,
    write: async () => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      replaceSecrets(file, carried)
    },
    undo: async () => {
      if (!isReplaced) await rm(file, { force: true })
    },
  }
}
