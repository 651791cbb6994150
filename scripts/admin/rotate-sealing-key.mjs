import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeSecrets, keyIdOf, readSecrets, withNewKey } from '../../lib/keys/secrets-file.mjs'
import { secretsFile, toHex } from '../lib/backup/keys.mjs'
import { countSealedWith } from '../lib/backup/sealed.mjs'
import { dataFolder, isInUse, openDatabase, settings } from '../lib/database/database.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'replaces the key that seals secrets at rest'

export const usage = `Usage: npm run admin -- rotate-sealing-key

Puts a new key into secrets.json (SECRETS_FILE, or the one in DATA_DIR). The application goes on meanwhile: it reads
the new key within seconds, seals everything with it, and gives up the old key ten minutes later at the earliest.
This command waits until everything is sealed with the new key. Ended half-way, it can be run again: it goes on
with the key that it made. Keep a copy of secrets.json with your backups afterwards.

Where SEALING_KEY is in the environment, it says which settings to change instead, and how far it is.`

/** How long the application may take to read the new key. */
const takenWithinMs = 15_000
const lookEveryMs = 500

/** @param {string[]} args */
export async function run(args) {
  if (args.length > 0) throw new SetupError(usage)
  const env = settings()
  if (env.SEALING_KEY) return rotateEnvironmentKey(env)
  const file = secretsFile()
  if (file === null) throw new SetupError('Set SEALING_KEY, or SECRETS_FILE, as for the application.')
  const found = read(file)
  if (found.old_sealing_key === undefined) await requireRightKey(env, file, idOf(found.sealing_key))
  const { isNew, next } = await begin(file)
  console.log(`${isNew ? 'New' : 'Going on with the'} sealing key ${idOf(next.sealing_key)} in ${file}.`)
  // With a server, other machines may run the application.
  const isRunning = async () => Boolean(env.DATABASE_URL) || isInUse(dataFolder())
  if (!(await isRunning())) {
    console.log('The application is not running. It seals everything with the new key once it starts.')
    return
  }
  await untilUnused(file, next.sealing_key, isRunning)
}

/**
 * A new key would only hide that the old one is missing.
 * @param {Record<string, string>} env @param {string} file @param {string} key
 */
async function requireRightKey(env, file, key) {
  const state = await readStateUnlessInUse(env)
  const missing = [state?.key_id, state?.old_key_id].find((id) => id && id !== key)
  if (missing)
    throw new SetupError(
      `${file} has the key ${key}, and what is sealed with the key ${missing} opens with no other: put that file back first. Nothing was changed.`,
    )
}

/** @param {string} file @param {string} key @param {() => Promise<boolean>} isRunning */
async function untilUnused(file, key, isRunning) {
  const since = Date.now()
  for (let isAnnounced = false; ; await sleep(lookEveryMs)) {
    const now = read(file)
    if (now.sealing_key !== key) throw new SetupError(`${file} was changed meanwhile.`)
    if (now.old_sealing_key === undefined || now.is_old_key_unused) break
    if (!(await isRunning())) {
      console.log('The application has ended meanwhile. It seals the rest with the new key once it starts.')
      return
    }
    if (isAnnounced || Date.now() - since < takenWithinMs) continue
    console.log('Waiting for the application to seal everything. Ctrl-C ends this command; the application goes on by itself.') // prettier-ignore
    isAnnounced = true
  }
  console.log('Everything is sealed with the new key. The application removes the old one from the file within a quarter of an hour.') // prettier-ignore
}

/** @param {string} file */
function read(file) {
  if (!existsSync(file))
    throw new SetupError(`There is no ${file}. Set DATA_DIR or SECRETS_FILE, as for the application.`)
  try {
    const secrets = readSecrets(file)
    if (secrets) return secrets
  } catch (error) {
    throw new SetupError(
      `${file} ${error instanceof Error && 'code' in error ? `cannot be read (${String(error.code)})` : 'is damaged'}.`,
    )
  }
  throw new SetupError(`There is no ${file}.`)
}

/** Puts a new key there, unless another command did, whose key the application may already use. @param {string} file */
async function begin(file) {
  let isNew = false
  try {
    const next = await changeSecrets(file, (now) => {
      isNew = now.old_sealing_key === undefined
      return isNew ? withNewKey(now) : null
    })
    return { isNew, next: next ?? read(file) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === null) throw new SetupError(`${file} is damaged.`)
    throw new SetupError(
      code === 'EBUSY'
        ? `Another process has ${file} locked. Nothing was changed. Run the command again.`
        : `${file} cannot be replaced (${code}). This user has to be able to write to its folder.`,
    )
  }
}

/** @param {string} key */
const idOf = (key) => keyIdOf(Buffer.from(key, 'hex'))

/** @param {Record<string, string>} env */
async function rotateEnvironmentKey(env) {
  const state = await readStateUnlessInUse(env)
  if (state?.old_key_id && !env.OLD_SEALING_KEY)
    throw new SetupError(
      `Something is still sealed with the old key ${state.old_key_id}: set OLD_SEALING_KEY to it.`,
    )
  if (!env.OLD_SEALING_KEY) {
    console.log(
      [
        'The key is in the environment, so the environment has to change:',
        '',
        '  1. Where several instances run: set OLD_SEALING_KEY to a new key, and start each of them again.',
        '  2. Set SEALING_KEY to the new key, OLD_SEALING_KEY to the present one, and start each of them again.',
        '     They seal everything with the new key while they run.',
        '  3. Run this command again. It says when OLD_SEALING_KEY is no longer needed.',
        '',
        'A new key: openssl rand -hex 32',
      ].join('\n'),
    )
    return
  }
  if (state === null) {
    console.log('Stop the application to see how far it is.')
    return
  }
  if (state.key_id !== idOf(toHex(env.SEALING_KEY ?? ''))) {
    console.log(
      `The application still seals with the key ${state.key_id}: start each instance again with these settings.`,
    )
    return
  }
  if (state.old_key_id !== null || state.checked_key_id !== state.key_id)
    console.log(`Under way: something may still be sealed with the key ${state.old_key_id ?? 'before'}. The application goes on while it runs.`) // prettier-ignore
  else if (state.left > 0)
    console.log(
      `${state.left === 1 ? '1 value is' : `${state.left} values are`} still sealed with the key ${idOf(toHex(env.OLD_SEALING_KEY))}: keep OLD_SEALING_KEY, and start each instance again with these settings. The application seals the rest with the new key within a quarter of an hour. Those that stay longer are damaged: its log names their columns.`,
    )
  else console.log(`Everything is sealed with the key ${state.key_id}. Unset OLD_SEALING_KEY, provided that each instance runs with these settings.`) // prettier-ignore
}

/**
 * `left`: how many values the key `OLD_SEALING_KEY` sealed. An instance that started late may have used it after it was
 * given up.
 * @typedef {{ key_id: string, old_key_id: string | null, checked_key_id: string | null, left: number }} State
 */

/** Null: not known, because the application has the embedded database. @param {Record<string, string>} env */
const readStateUnlessInUse = async (env) =>
  env.DATABASE_URL || !(await isInUse(dataFolder())) ? readState(env) : null

/** @param {Record<string, string>} env @returns {Promise<State | null>} */
async function readState({ OLD_SEALING_KEY: old }) {
  const database = await openDatabase()
  try {
    const [known] = await database.query(`SELECT 1 WHERE to_regclass('public.sealing') IS NOT NULL`)
    if (!known) throw new SetupError('This database is older than this version. Start the application once, then try again.') // prettier-ignore
    const [row] = await database.query('SELECT key_id, old_key_id, checked_key_id FROM sealing WHERE id = 1')
    if (!row) return null
    const left = old ? await countSealedWith(database, idOf(toHex(old))) : 0
    return { .../** @type {Omit<State, 'left'>} */ (row), left }
  } finally {
    await database.close()
  }
}
