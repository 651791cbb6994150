/** A snapshot of the database for a command, even while the application runs. */
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolder, isInUse, lockData, serverAddress } from '../database/database.mjs'
import { SetupError } from '../setup.mjs'
import { openEmbeddedSession, openServerSession } from './session.mjs'
import { qualified, tablesOf } from './tables.mjs'

/** @typedef {import('./session.mjs').Session} Session */
/** `pausedMs`: how long the application waited for a copy of an embedded database. @typedef {Session & { pausedMs: number | null }} Source */

const lookEveryMs = 200
/**
 * Without a sign of the application for this long, the command gives up. It checks every second whether a copy is
 * wanted.
 */
const answeredWithinMs = 20_000

/**
 * Opens a transaction that sees a snapshot. `close` ends it.
 * @returns {Promise<Source>}
 */
export async function openSource() {
  const server = serverAddress()
  if (server) return begin(await openServerSession(server.url, server.name), null, async () => {})
  const folder = dataFolder()
  if (!existsSync(join(folder, 'pglite')))
    throw new SetupError(
      `The data folder ${folder} holds no database. Set DATA_DIR to the folder of the application, or DATABASE_URL.`,
    )
  if (await isInUse(folder)) return openCopy(folder)
  const unlock = await lockData(folder)
  return begin(await openEmbeddedSession(join(folder, 'pglite')), null, async () => unlock())
}

/** The lock of migrations (lib/db/migrate.ts). An application that starts waits for it. */
export const startLock = 7_203_361

/**
 * `requireAlone` throws if another client has connected meanwhile.
 * @typedef {Source & { requireAlone: () => Promise<void> }} StoppedSource
 */

/**
 * Opens it as `openSource` does, and refuses while an application uses it. No application can start meanwhile.
 * @returns {Promise<StoppedSource>}
 */
export async function openStoppedSource() {
  const server = serverAddress()
  if (!server) {
    if (await isInUse(dataFolder()))
      throw new SetupError(
        `An application runs on the data folder ${dataFolder()}. Stop it, and run the command again.`,
      )
    // The lock of the folder keeps others out.
    return { ...(await openSource()), requireAlone: async () => undefined }
  }
  const session = await openServerSession(server.url, server.name)
  const requireAlone = () => requireNoOthers(session)
  try {
    const [lock] = await session.query('SELECT pg_try_advisory_lock($1) AS is_mine', [startLock])
    if (lock?.is_mine !== true)
      throw new SetupError('An application is starting on the database. Stop it, and run the command again.')
    await requireAlone()
    return { ...(await begin(session, null, async () => undefined)), requireAlone }
  } catch (error) {
    await session.close()
    throw error
  }
}

/** @param {Session} session */
async function requireNoOthers({ query }) {
  // A transaction keeps its first snapshot.
  await query('SELECT pg_stat_clear_snapshot()')
  const others = await query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND backend_type = 'client backend'`,
  )
  if (others.length > 0)
    throw new SetupError(
      `${others.length} others are connected to the database. Stop the application, and run the command again.`,
    )
}

/** @param {Session} session @param {number | null} pausedMs @param {() => Promise<void>} afterwards @returns {Promise<Source>} */
async function begin(session, pausedMs, afterwards) {
  const tables = await tablesOf(session)
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // Before the snapshot. A table that an upgrade rewrites afterwards would look empty.
  if (tables.length > 0)
    await session.query(`LOCK TABLE ${tables.map(qualified).join(', ')} IN ACCESS SHARE MODE`)
  return {
    ...session,
    pausedMs,
    close: async () => {
      await session.close()
      await afterwards()
    },
  }
}

/** Asks the running application for a copy of its files (lib/db/embedded/snapshots.ts). @param {string} folder @returns {Promise<Source>} */
async function openCopy(folder) {
  const place = join(folder, 'snapshots')
  await mkdir(place, { recursive: true, mode: 0o700 })
  await removeLeftBehind(place)
  const { copy, unlock } = await lockedCopy(place)
  const forget = async () => {
    await removeFiles(copy)
    unlock()
  }
  await writeFile(`${copy}.wanted`, '')
  try {
    let answeredAt = Date.now()
    while (!existsSync(copy)) {
      if (existsSync(`${copy}.failed`))
        throw new SetupError(
          `The application could not copy its database: ${await readFile(`${copy}.failed`, 'utf8')}`,
        )
      // Perhaps for another command: the application makes one copy after the other.
      const isCopying = (await readdir(place)).some((name) => name.endsWith('.part'))
      if (isCopying) answeredAt = Date.now()
      if (Date.now() - answeredAt >= answeredWithinMs)
        throw new SetupError(
          `The application on ${folder} does not answer. Is it of this version? Stop it, and run the command again.`,
        )
      if ((isCopying || !existsSync(`${copy}.wanted`)) && !(await isInUse(folder)))
        throw new SetupError('The application ended meanwhile. Run the command again.')
      await sleep(lookEveryMs)
    }
    const { pausedMs } = /** @type {{ pausedMs: number }} */ (
      JSON.parse(await readFile(`${copy}.json`, 'utf8'))
    )
    return await begin(await openEmbeddedSession(copy), pausedMs, forget)
  } catch (error) {
    await forget()
    throw error
  }
}

/** A new name for a copy, with its lock. A clean-up may have locked the new file first. @param {string} place */
async function lockedCopy(place) {
  for (;;) {
    const copy = join(place, randomUUID())
    const unlock = await tryLockFile(`${copy}.lock`)
    if (unlock !== null) return { copy, unlock }
  }
}

/** Removes what killed commands left: copies whose lock is free. @param {string} place */
async function removeLeftBehind(place) {
  const ids = new Set((await readdir(place)).map((name) => name.slice(0, randomUUID().length)))
  for (const id of ids) {
    const copy = join(place, id)
    const unlock = await tryLockFile(`${copy}.lock`)
    if (unlock === null) continue
    await removeFiles(copy)
    unlock()
  }
}

/** The kernel drops the lock however this process ends. @param {string} file @returns {Promise<(() => void) | null>} null: another has it */
async function tryLockFile(file) {
  const { tryLock } = await import('fs-native-extensions')
  const descriptor = openSync(file, 'a+', 0o600)
  if (tryLock(descriptor)) return () => closeSync(descriptor)
  closeSync(descriptor)
  return null
}

/** @param {string} copy */
async function removeFiles(copy) {
  for (const end of ['.wanted', '.failed', '.json', '.part', '', '.lock'])
    await rm(`${copy}${end}`, { recursive: true, force: true })
}
