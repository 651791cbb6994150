import 'server-only'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from './database'
import { DatabaseUnusable, refusalOf } from './database-unusable'
import { localEvents, serverEvents, type Events } from './events'
import { startJobs, type Jobs } from './jobs'
import { migrateAll, type MigrationSet } from './migrate'
import { openPool, type Storage } from './pool'
import type { Sealer } from './sealing'
import { singleton } from './singleton'

/** Everything under the back office and the sandbox that holds state. */
export type Engine = {
  db: Database
  /**
   * Runs a statement that each connection reads and plans once, and then knows by its name: for what is run so often
   * that this is a good part of what it costs.
   */
  prepared: <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) => Promise<Row[]>
  embedded: boolean
  events: Events
  jobs: Jobs
  sealer: Sealer
  /** Aborted when `close` begins: what runs beside requests stops, and is found again at the next start. */
  ending: AbortSignal
  close: () => Promise<void>
}

/** The engine of this process, set at start-up. */
export const engine = singleton<Engine>('engine')

type Options = {
  storage: Storage
  migrations: MigrationSet[]
  sealer: Sealer
  /** First-run set-up, under the migration lock; `db` is the locked connection. */
  prepare?: (db: Database) => Promise<void>
  onError: (error: Error) => void
}

/**
 * Opens the storage, brings it up to date and starts events and jobs. Closes again what a failure left open.
 * @throws FolderLocked, DatabaseUnusable.
 */
export async function openEngine({
  storage,
  migrations,
  sealer,
  prepare,
  onError,
}: Options): Promise<Engine> {
  const open = await openPool(storage, onError)
  try {
    await migrateAll(open.pool, migrations, async (client) => prepare?.(drizzle(client)))
    const events =
      'databaseUrl' in storage
        ? await serverEvents(storage.databaseUrl, open.pool, onError)
        : localEvents(onError)
    const jobs = await startJobs(open.pool, onError)
    const ending = new AbortController()
    const close = async () => {
      ending.abort()
      await jobs.stop()
      await events.close()
      await open.close()
    }
    const prepared = async <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) =>
      (await open.pool.query<Row>({ name, text, values })).rows
    const { embedded } = open
    return { db: drizzle(open.pool), prepared, embedded, events, jobs, sealer, ending: ending.signal, close }
  } catch (error) {
    await open.close()
    const refusal = 'databaseUrl' in storage ? refusalOf(error) : null
    throw refusal
      ? new DatabaseUnusable(`DATABASE_URL: the database refuses (${refusal})`, { cause: error })
      : error
  }
}
