/** The application's database, for commands that run without the application. */
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { anchorFileIn } from '../../../lib/chain/anchors.mjs'
import { SecretFileError, withSecretFiles } from '../../../lib/keys/secret-files.mjs'
import { root } from '../root.mjs'
import { SetupError } from '../setup.mjs'

/**
 * @typedef {{
 *   query: (text: string, values?: unknown[]) => Promise<unknown[]>,
 *   close: () => Promise<void>,
 * }} OpenDatabase
 */

/** `DATA_DIR`, as the application reads it. */
export const dataFolder = () => resolve(root, process.env.DATA_DIR || './data')

/**
 * The file of anchors of this database, as the application has it (lib/core/server/config/storage.ts). Null: on PostgreSQL
 * without `DATA_DIR` there is none, and one in the usual folder is of another database.
 */
export function anchorFile() {
  const { DATABASE_URL, DATA_DIR } = settings()
  return DATABASE_URL && !DATA_DIR ? null : anchorFileIn(dataFolder())
}

/**
 * Opens the database that the environment names (docs/configuration.md). An embedded one has to be stopped.
 * @returns {Promise<OpenDatabase>}
 */
export async function openDatabase() {
  const server = serverAddress()
  return server ? openServer(server) : openEmbedded(dataFolder())
}

/**
 * Where PostgreSQL itself is: a pooler gives each transaction another session. Null: the database is embedded.
 * @returns {{ url: string, name: string } | null} `name`: the setting
 */
export function serverAddress() {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = settings()
  if (!DATABASE_URL) return null
  return DATABASE_DIRECT_URL
    ? { url: DATABASE_DIRECT_URL, name: 'DATABASE_DIRECT_URL' }
    : { url: DATABASE_URL, name: 'DATABASE_URL' }
}

/** The environment, with the secrets that it names as files. */
export function settings() {
  try {
    return withSecretFiles(process.env)
  } catch (error) {
    if (error instanceof SecretFileError) throw new SetupError(error.message)
    throw error
  }
}

/**
 * Behind a pooler the role has the limits of the application (docs/decisions/0037-poolers.md). A command reads whole tables,
 * and compares them while its transaction waits.
 */
const withoutLimits = 'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0'

/**
 * Connects to PostgreSQL. Fails with one line without the address, which holds a password.
 * @param {{ url: string, name: string }} server `name`: the setting
 */
export async function connectTo({ url, name }) {
  try {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(withoutLimits)
    return client
  } catch (error) {
    const [first] = error instanceof AggregateError ? /** @type {unknown[]} */ (error.errors) : [error]
    throw new SetupError(`${name}: no connection (${first instanceof Error ? first.message : 'unknown'})`)
  }
}

/** @param {{ url: string, name: string }} server @returns {Promise<OpenDatabase>} */
async function openServer(server) {
  const client = await connectTo(server)
  return {
    query: async (text, values) => /** @type {unknown[]} */ ((await client.query(text, values)).rows),
    close: () => client.end(),
  }
}

/** @param {string} folder @returns {Promise<OpenDatabase>} */
async function openEmbedded(folder) {
  if (!existsSync(join(folder, 'pglite')))
    throw new SetupError(
      `The data folder ${folder} holds no database. Set DATA_DIR to the folder of the application, or DATABASE_URL.`,
    )
  const unlock = await lockData(folder)
  const { openDurable } = await import('../../../lib/db/embedded/open.mjs')
  const database = await openDurable(join(folder, 'pglite'))
  return {
    query: async (text, values) => /** @type {unknown[]} */ ((await database.query(text, values)).rows),
    close: async () => {
      await database.close()
      unlock()
    },
  }
}

/** Whether an application runs on this folder. @param {string} folder */
export async function isInUse(folder) {
  if (!existsSync(join(folder, 'lock'))) return false
  const { tryLock } = await import('fs-native-extensions')
  const descriptor = openSync(join(folder, 'lock'), 'a+', 0o600)
  const isFree = tryLock(descriptor)
  closeSync(descriptor)
  return !isFree
}

/** Takes the lock of the application (lib/db/folder-lock.ts). @param {string} folder */
export async function lockData(folder) {
  const { tryLock } = await import('fs-native-extensions')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'lock')
  const descriptor = openSync(file, 'a+', 0o600)
  if (!tryLock(descriptor)) {
    closeSync(descriptor)
    const holder = readFileSync(file, 'utf8').trim() || 'another process'
    throw new SetupError(
      `The data folder ${folder} is in use by ${holder}. Stop the application, and run the command again.`,
    )
  }
  ftruncateSync(descriptor)
  writeSync(descriptor, `process ${process.pid} on ${hostname()}, started ${new Date().toISOString()}`)
  return () => closeSync(descriptor)
}
