import 'server-only'
import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { DatabaseUnusable, reasonOf } from './database-unusable'
import { WorkerSocket } from './embedded/socket'
import { lockFolder } from './folder-lock'

/** Where the data lives: a folder (PGlite in a worker thread) or a PostgreSQL server. */
export type Storage = { dataDir: string } | { databaseUrl: string }

export type OpenPool = {
  pool: pg.Pool
  /** `embedded` has one process and one connection: no LISTEN, and nothing runs in the background. */
  embedded: boolean
  close: () => Promise<void>
}

// bigint columns hold minor units and counts within the safe range; a larger value is an error, not a rounding.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint beyond the safe range: ${text}`)
  return number
})

/**
 * Opens the engine. `onError` hears of idle connections that broke, which would otherwise end the process.
 * @throws FolderLocked where another process has the data folder, DatabaseUnusable where no server lets us in.
 */
export async function openPool(storage: Storage, onError: (error: Error) => void): Promise<OpenPool> {
  // What is rendered while building would be everybody's page.
  if (process.env.NEXT_PHASE === 'phase-production-build') throw new Error('a build opens no database')
  const open =
    'databaseUrl' in storage ? await openServer(storage.databaseUrl) : await openEmbedded(storage.dataDir)
  open.pool.on('error', onError)
  return open
}

async function openServer(connectionString: string): Promise<OpenPool> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    // Compiling a statement takes longer than any of ours should.
    options: '-c jit=off',
  })
  try {
    const client = await pool.connect()
    client.release()
  } catch (cause) {
    await pool.end()
    throw new DatabaseUnusable(`DATABASE_URL: no connection (${reasonOf(cause)})`, { cause })
  }
  return { pool, embedded: false, close: () => pool.end() }
}

async function openEmbedded(dataDir: string): Promise<OpenPool> {
  const unlock = lockFolder(dataDir)
  try {
    const directory = path.join(dataDir, 'pglite')
    const worker = new Worker(new URL('./embedded/worker.mjs', import.meta.url), {
      workerData: { directory },
    })
    await once(worker, 'message') // Rejects when the worker fails to open the folder.
    const pool = new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      // Waiting this long for the one connection means a transaction is waiting for itself: fail, do not hang.
      connectionTimeoutMillis: 30_000,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      stream: () => new WorkerSocket(worker),
    })
    const maintenance = maintain(pool)
    const close = async () => {
      clearInterval(maintenance)
      await pool.end()
      worker.postMessage({ close: true })
      await once(worker, 'exit')
      unlock()
    }
    return { pool, embedded: true, close }
  } catch (error) {
    unlock()
    throw error
  }
}

/** PGlite has no checkpointer and no autovacuum. Every five minutes bounds the log to replay at a start. */
function maintain(pool: pg.Pool): NodeJS.Timeout {
  let round = 0
  const timer = setInterval(() => {
    const statement = ++round % 12 === 0 ? 'VACUUM (ANALYZE)' : 'CHECKPOINT'
    pool.query(statement).catch((error: unknown) => pool.emit('error', error as Error, undefined as never))
  }, 5 * 60_000)
  return timer.unref()
}
