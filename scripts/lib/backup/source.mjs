/** The database that a command reads as it is at one moment, also while the application runs. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolder, isInUse, lockData, serverAddress, settings } from '../database.mjs'
import { SetupError } from '../setup.mjs'
import { openEmbeddedSession, openServerSession } from './session.mjs'

/** @typedef {import('./session.mjs').Session} Session */
/** `pausedMs`: how long the application waited for a copy of an embedded database. @typedef {Session & { pausedMs: number | null }} Source */

const lookEveryMs = 200
/** The application looks every second whether a copy is wanted. One that starts forgets what was wanted. */
const answeredWithinMs = 20_000

/**
 * Opens a transaction that sees one moment. `close` ends it.
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

/** Opens it as `openSource` does, and refuses while an application uses it. @returns {Promise<Source>} */
export async function openStoppedSource() {
  if (!settings().DATABASE_URL && (await isInUse(dataFolder())))
    throw new SetupError(
      `An application runs on the data folder ${dataFolder()}. Stop it, and run the command again.`,
    )
  const source = await openSource()
  const others = await source.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND backend_type = 'client backend'`,
  )
  if (others.length === 0) return source
  await source.close()
  throw new SetupError(
    `${others.length} others are connected to the database. Stop the application, and run the command again.`,
  )
}

/** @param {Session} session @param {number | null} pausedMs @param {() => Promise<void>} afterwards @returns {Promise<Source>} */
async function begin(session, pausedMs, afterwards) {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
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
  const id = randomUUID()
  const place = join(folder, 'snapshots')
  const copy = join(place, id)
  const forget = async () => {
    for (const path of [`${copy}.wanted`, `${copy}.failed`, `${copy}.json`, copy])
      await rm(path, { recursive: true, force: true })
  }
  await mkdir(place, { recursive: true, mode: 0o700 })
  await writeFile(`${copy}.wanted`, '')
  try {
    let answeredAt = Date.now()
    while (!existsSync(copy)) {
      if (existsSync(`${copy}.failed`))
        throw new SetupError(
          `The application could not copy its database: ${await readFile(`${copy}.failed`, 'utf8')}`,
        )
      if (existsSync(`${copy}.part`)) answeredAt = Date.now()
      if (Date.now() - answeredAt > answeredWithinMs)
        throw new SetupError(
          `The application on ${folder} does not answer. Is it of this version? Stop it, and run the command again.`,
        )
      if (!existsSync(`${copy}.wanted`) && !(await isInUse(folder)))
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
