import 'server-only'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DatabaseUnusable, reasonOf } from './database-unusable'
import { hasSpace, openBackend } from '../embedded/backend'
import { offerSnapshots } from '../embedded/snapshots'
import { lockFolder } from '../folder-lock'
import { openReplica, type Replica } from './replica'
import { reportErrors, serverPool, sessionSettings } from './server-pool'
import { silenceWatch } from './silence'

/**
 * `directUrl` leads to PostgreSQL itself where `databaseUrl` leads to a pooler in transaction mode, such as PgBouncer.
 * `readUrl` leads to a replica (replica.ts).
 */
export type Storage = { dataDir: string } | ServerStorage
type ServerStorage = {
  databaseUrl: string
  directUrl?: string | undefined
  readUrl?: string | undefined
  poolSize?: number | undefined
}

export type OpenPool = {
  pool: pg.Pool
  /** For locks that a session holds. A separate pool where a pooler is in front of PostgreSQL. */
  direct: pg.Pool
  replica: Replica | null
  /** Whether PGlite runs here: one process, one connection, no LISTEN, no checkpointer and no autovacuum. */
  isEmbedded: boolean
  /** Whether the disk has room for more data. Always true on a PostgreSQL server, whose disk is unknown. */
  hasSpace: () => Promise<boolean>
  close: () => Promise<void>
}

// bigint columns hold minor units and counts. A value outside the safe integer range is an error, never rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint beyond the safe range: ${text}`)
  return number
})

/**
 * Opens the storage. `onError` receives errors of idle connections, which would otherwise end the process.
 * @throws FolderLocked if another process holds the data folder, DatabaseUnusable if the database cannot be opened
 */
export async function openPool(storage: Storage, onError: (error: Error) => void): Promise<OpenPool> {
  // A page that reads the database at build time would be served to everyone.
  if (process.env.NEXT_PHASE === 'phase-production-build') throw new Error('a build opens no database')
  const open =
    'databaseUrl' in storage
      ? await openServer(storage, onError)
      : await openEmbedded(storage.dataDir, onError)
  for (const pool of new Set([open.pool, open.direct])) reportErrors(pool, onError)
  return open
}

async function openServer(
  { databaseUrl, directUrl, readUrl, poolSize: max = 10 }: ServerStorage,
  onError: (error: Error) => void,
): Promise<OpenPool> {
  const isPooled = directUrl !== undefined
  const silence = silenceWatch({ connectionString: databaseUrl }, onError)
  const pool = serverPool({ url: databaseUrl, max, isPooled, silence })
  const direct = isPooled ? serverPool({ url: directUrl, max: 2 }) : pool
  let replica: Replica | null = null
  const close = async () => {
    silence.close()
    await replica?.close()
    await pool.end()
    if (isPooled) await direct.end()
  }
  try {
    await tryConnection('DATABASE_URL', pool, isPooled ? refuseOtherSettings : async () => {})
    if (isPooled) await tryConnection('DATABASE_DIRECT_URL', direct)
    if (readUrl) replica = await openReplica({ url: readUrl, max, isPooled, primary: pool, onError })
  } catch (error) {
    await close()
    throw error
  }
  return { pool, direct, replica, isEmbedded: false, hasSpace: async () => true, close }
}

/** @throws DatabaseUnusable */
async function tryConnection(
  setting: string,
  pool: pg.Pool,
  check: (client: pg.PoolClient) => Promise<void> = async () => {},
): Promise<void> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new DatabaseUnusable(`${setting}: no connection (${reasonOf(cause)})`, { cause })
  })
  try {
    await check(client)
  } finally {
    client.release()
  }
}

/** Sessions behind a pooler have the settings of their role. @throws DatabaseUnusable if some are missing */
async function refuseOtherSettings(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; value: string; role: string }>(
    'SELECT name, current_setting(name) AS value, current_user AS role FROM unnest($1::text[]) AS name',
    [Object.keys(sessionSettings)],
  )
  const wanted = new Map(Object.entries(sessionSettings))
  const missing = rows.filter(({ name, value }) => value === '0' || (name === 'jit' && value !== 'off'))
  if (missing.length === 0) return
  const statements = missing.map(
    ({ name, role }) => `ALTER ROLE ${pg.escapeIdentifier(role)} SET ${name} = '${wanted.get(name)}';`,
  )
  throw new DatabaseUnusable(
    `DATABASE_URL: sessions behind the pooler lack settings. Run this on PostgreSQL, reconnect the pooler, and start again: ${statements.join(' ')}`,
  )
}

async function openEmbedded(dataDir: string, onError: (error: Error) => void): Promise<OpenPool> {
  const unlock = lockFolder(dataDir)
  try {
    refuseHalfMoved(dataDir)
    const backend = await openBackend(path.join(dataDir, 'pglite'), onError).catch((cause: unknown) =>
      refuseDamaged(dataDir, cause),
    )
    const pool = new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      // A longer wait for the one connection means that a transaction waits for itself. Fail instead of hanging.
      connectionTimeoutMillis: 30_000,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      stream: backend.connect,
    })
    const maintenance = maintain(pool)
    const endSnapshots = offerSnapshots({ pool, dataDir })
    const close = async () => {
      clearInterval(maintenance)
      await endSnapshots()
      await pool.end()
      await backend.close()
      unlock()
    }
    return { pool, direct: pool, replica: null, isEmbedded: true, hasSpace: () => hasSpace(dataDir), close }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Throws if `npm run admin -- move-to` has not finished (scripts/lib/backup/move.mjs): it would look as if the folder
 * were new.
 */
function refuseHalfMoved(dataDir: string): void {
  if (!existsSync(path.join(dataDir, 'pglite')) && existsSync(path.join(dataDir, 'pglite.moving')))
    throw new DatabaseUnusable(
      `DATA_DIR: the move into ${dataDir} is not finished. Run \`npm run admin -- move-to\` again, with the settings of the old database, or delete pglite.moving there to give it up.`,
    )
}

/** @throws DatabaseUnusable, with advice in one sentence */
export const refuseDamaged = (dataDir: string, cause: unknown): Promise<never> =>
  refuse(dataDir, cause, [
    'cannot be opened and may be damaged',
    'restore a backup of this folder, or set DATA_DIR to an empty folder to start anew',
  ])

/**
 * For a start or upgrade that failed although the files can be read.
 * @throws DatabaseUnusable, with advice in one sentence
 */
export const refuseStart = (dataDir: string, cause: unknown): Promise<never> =>
  refuse(dataDir, cause, [
    'could be opened, but the start or upgrade failed',
    'keep this folder, delete nothing in it, and report this error or go back to the version before',
  ])

async function refuse(dataDir: string, cause: unknown, [what, advice]: [string, string]): Promise<never> {
  const message = (await hasSpace(dataDir))
    ? `DATA_DIR: the database in ${dataDir} ${what} (${reasonOf(cause)}); ${advice}`
    : `DATA_DIR: there is no space left for the database in ${dataDir}; free some and start again, nothing is lost`
  throw new DatabaseUnusable(message, { cause })
}

/**
 * Does the work of the checkpointer and autovacuum that PGlite lacks. A checkpoint every five minutes bounds the log
 * replay at a start; every hour it is a VACUUM instead.
 */
function maintain(pool: pg.Pool): NodeJS.Timeout {
  let round = 0
  const timer = setInterval(() => {
    const statement = ++round % 12 === 0 ? 'VACUUM (ANALYZE)' : 'CHECKPOINT'
    pool.query(statement).catch((error: unknown) => pool.emit('error', error as Error, undefined as never))
  }, 5 * 60_000)
  return timer.unref()
}
