import 'server-only'
import path from 'node:path'
import pg from 'pg'
import { DatabaseUnusable, reasonOf } from './database-unusable'
import { hasSpace, openBackend } from '../embedded/backend'
import { lockFolder } from '../folder-lock'
import { LimitedClient } from './limited-client'
import { DatabaseSilent, silenceWatch } from './silence'

export type Storage = { dataDir: string } | { databaseUrl: string }

export type OpenPool = {
  pool: pg.Pool
  /** Whether PGlite runs here: one process, one connection, no LISTEN, no checkpointer and no autovacuum. */
  embedded: boolean
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
  // A page that reads the database at build time would be served to everybody.
  if (process.env.NEXT_PHASE === 'phase-production-build') throw new Error('a build opens no database')
  const open =
    'databaseUrl' in storage
      ? await openServer(storage.databaseUrl, onError)
      : await openEmbedded(storage.dataDir, onError)
  open.pool.on('error', (error) => {
    // Reported once, not for each idle connection.
    if (!(error instanceof DatabaseSilent)) onError(error)
  })
  // The pool listens only to idle connections. An error on a busy one already rejects its statements; without a
  // listener it would also end the process.
  open.pool.on('connect', (client) => void client.on('error', () => undefined))
  return open
}

/**
 * Without `jit`: compiling a statement takes longer than any of ours should run. The others end what a lost connection
 * leaves behind, with its transaction and locks, after about a minute: PostgreSQL's own limits are two hours and none.
 */
const serverOptions = [
  'jit=off',
  'idle_in_transaction_session_timeout=60s',
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
]
  .map((option) => `-c ${option}`)
  .join(' ')

async function openServer(connectionString: string, onError: (error: Error) => void): Promise<OpenPool> {
  const silence = silenceWatch({ connectionString }, onError)
  const pool = new pg.Pool({
    connectionString,
    Client: class extends LimitedClient {
      override readonly watch = silence
    },
    keepAlive: true,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    options: serverOptions,
  })
  try {
    const client = await pool.connect()
    client.release()
  } catch (cause) {
    silence.close()
    await pool.end()
    throw new DatabaseUnusable(`DATABASE_URL: no connection (${reasonOf(cause)})`, { cause })
  }
  const close = async () => {
    silence.close()
    await pool.end()
  }
  return { pool, embedded: false, hasSpace: async () => true, close }
}

async function openEmbedded(dataDir: string, onError: (error: Error) => void): Promise<OpenPool> {
  const unlock = lockFolder(dataDir)
  try {
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
    const close = async () => {
      clearInterval(maintenance)
      await pool.end()
      await backend.close()
      unlock()
    }
    return { pool, embedded: true, hasSpace: () => hasSpace(dataDir), close }
  } catch (error) {
    unlock()
    throw error
  }
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
