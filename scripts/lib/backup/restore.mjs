/** Restores a backup into an empty place: everything, or nothing. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolder, lockData, serverAddress, settings } from '../database/database.mjs'
import { root } from '../root.mjs'
import { SetupError } from '../setup.mjs'
import { placeAnchors } from './anchors.mjs'
import { holdJobs } from './hold-jobs.mjs'
import { planKeys } from './keys.mjs'
import {
  isEmptyDatabase,
  loadRows,
  makeTables,
  refuseNewer,
  requireTables,
  setSequences,
  takeOutReferences,
} from './load.mjs'
import { rowsIn, verifyBackup } from './read.mjs'
import { openEmbeddedSession, openServerSession } from './session.mjs'
import { startLock } from './source.mjs'
import { digestOf, nameOf } from './tables.mjs'

/** @typedef {import('./session.mjs').Session} Session */
/** @typedef {import('./read.mjs').Contents} Contents */

/**
 * @param {string} file @param {string | null} passphrase
 * @returns {Promise<{ contents: Contents, lines: string[], place: string }>} `lines`: what else to say
 */
export async function restoreBackup(file, passphrase) {
  const server = serverAddress()
  return server ? ontoServer(file, passphrase, server) : intoFolder(file, passphrase)
}

/** @param {string} file @param {string | null} passphrase */
const verified = (file, passphrase) =>
  verifyBackup(file, passphrase, ({ versions }) => refuseNewer(root, versions, 'The backup'))

/** @param {string} file @param {string | null} passphrase @param {{ url: string, name: string }} server */
async function ontoServer(file, passphrase, { url, name }) {
  const session = await openServerSession(url, name)
  try {
    await requireEmpty(session)
    const contents = await verified(file, passphrase)
    const keys = planKeys({ sealed: contents.manifest.sealed, carried: contents.keys })
    await session.query('BEGIN')
    await holdStart(session)
    const held = await load(session, { file, passphrase, contents })
    const hasPlace = Boolean(settings().DATA_DIR)
    const beside = await putBeside(keys, hasPlace ? contents.anchors : null)
    const lacking = contents.anchors !== null && !hasPlace ? [leftOut] : []
    try {
      await session.query('COMMIT')
    } catch (error) {
      if (!isRefusal(error))
        throw new SetupError(
          `The connection was lost while everything was committed: the database is restored, or still empty. Look into it, and run the command again if it is empty. ${keys.line}`,
        )
      await beside.undo()
      throw error
    }
    return {
      contents,
      lines: [keys.line, ...held, ...beside.lines, ...lacking],
      place: 'the database of DATABASE_URL',
    }
  } finally {
    await session.close()
  }
}

/** @param {Session} session */
async function requireEmpty(session) {
  if (!(await isEmptyDatabase(session)))
    throw new SetupError(
      'The database of DATABASE_URL is not empty. A backup is restored into an empty one only.',
    )
}

/** An application that starts meanwhile waits until the transaction ends. @param {Session} session */
async function holdStart(session) {
  const [lock] = await session.query('SELECT pg_try_advisory_xact_lock($1) AS is_mine', [startLock])
  if (lock?.is_mine !== true)
    throw new SetupError(
      'An application is starting on the database. Stop it, and restore into an empty one.',
    )
  // One may have started while the file was verified.
  await requireEmpty(session)
}

const leftOut =
  'The anchors of the activity were left out: without DATA_DIR they have no place. With it, restore into another empty database.'

/** Made beside its place, and then moved there. @param {string} file @param {string | null} passphrase */
async function intoFolder(file, passphrase) {
  const folder = dataFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockData(folder)
  const draft = join(folder, 'pglite.restoring')
  try {
    const target = join(folder, 'pglite')
    if (existsSync(target) && (await readdir(target)).length > 0)
      throw new SetupError(
        `The data folder ${folder} holds a database. A backup is restored into an empty place only.`,
      )
    const contents = await verified(file, passphrase)
    const keys = planKeys({ sealed: contents.manifest.sealed, carried: contents.keys })
    await rm(draft, { recursive: true, force: true })
    const session = await openEmbeddedSession(draft)
    /** @type {string[]} */
    let held
    try {
      await session.query('BEGIN')
      held = await load(session, { file, passphrase, contents })
      await session.query('COMMIT')
    } finally {
      await session.close()
    }
    const beside = await putBeside(keys, contents.anchors)
    await rename(draft, target).catch(async (/** @type {unknown} */ error) => {
      await beside.undo()
      throw error
    })
    return { contents, lines: [keys.line, ...held, ...beside.lines], place: `the data folder ${folder}` }
  } finally {
    await rm(draft, { recursive: true, force: true })
    unlock()
  }
}

/**
 * @param {Session} session within a transaction
 * @param {{ file: string, passphrase: string | null, contents: Contents }} from
 * @returns {Promise<string[]>} what else to say
 */
async function load(session, { file, passphrase, contents }) {
  const { manifest, totals } = contents
  await makeTables(session, root, manifest.versions)
  await requireTables(session, manifest.tables)
  const putIn = await takeOutReferences(session)
  for await (const { table, rows } of rowsIn(file, passphrase, manifest)) await loadRows(session, table, rows)
  await setSequences(session, totals.sequences)
  for (const statement of putIn) await session.query(statement)
  for (const table of manifest.tables) {
    const { rows, hash } = await digestOf(session, table)
    const expected = totals.tables[nameOf(table)]
    if (expected?.rows !== rows || expected.hash !== hash)
      throw new SetupError(
        `${nameOf(table)}: the restored rows are not those of the backup. Nothing was restored.`,
      )
  }
  return holdJobs(session)
}

/**
 * Writes the key, and then the anchors.
 * @param {ReturnType<typeof planKeys>} keys @param {Buffer | null} anchors
 * @returns {Promise<{ lines: string[], undo: () => Promise<void> }>}
 */
async function putBeside(keys, anchors) {
  await keys.write()
  if (anchors === null) return { lines: [], undo: keys.undo }
  try {
    const { earlier, undo } = await placeAnchors(dataFolder(), anchors)
    const lines = earlier === null ? [] : [`The anchors that were there stand in ${earlier}.`]
    return { lines, undo: async () => void (await Promise.all([keys.undo(), undo()])) }
  } catch (error) {
    await keys.undo()
    throw error
  }
}

/**
 * Whether the server refused, so that nothing was committed. Otherwise the connection was lost and the outcome is
 * unknown: a key removed then would be missing.
 * @param {unknown} error
 */
const isRefusal = (error) =>
  error instanceof Error && 'severity' in error && 'code' in error && !/^(08|57P)/.test(String(error.code))
