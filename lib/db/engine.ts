import 'server-only'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from './database'
import { DatabaseUnusable, refusalOf } from './database-unusable'
import { localEvents, serverEvents, type Events } from './events'
import { startJobs, type Jobs } from './jobs'
import { withLimit } from './limited-client'
import { migrateAll, withMigrationLock, type MigrationSet } from './migrate'
import { openPool, type Storage } from './pool'
import type { Sealer } from './sealing'
import { singleton } from './singleton'

/** Everything under the back office and the sandbox that holds state. */
export type Engine = {
  db: Database
  /**
   * Runs a statement that each connection reads and plans once, and then knows by its name: for what is run so often
   * that this is a good part of what it costs. A connection to a server that does not answer it `withinMs` is ended.
   */
  prepared: <Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
    withinMs?: number,
  ) => Promise<Row[]>
  embedded: boolean
  /** Whether there is room for more on the disk, where it is ours to know. */
  hasSpace: () => Promise<boolean>
  events: Events
  jobs: Jobs
  sealer: Sealer
  /** Aborted when the process begins to end: what runs beside requests stops, and is found again at the next start. */
  ending: AbortSignal
  /** Ends what runs beside requests, which are still served. */
  stopWork: () => Promise<void>
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
  const ending = new AbortController()
  // While the process ends, connections break because it closes them.
  const report = (error: Error) => {
    if (!ending.signal.aborted) onError(error)
  }
  const open = await openPool(storage, report)
  try {
    await migrateAll(open.pool, migrations, async (client) => prepare?.(drizzle(client)))
    const events =
      'databaseUrl' in storage
        ? await serverEvents(storage.databaseUrl, open.pool, report)
        : localEvents(report)
    const { embedded } = open
    const jobs = await startJobs(open.pool, report, {
      // An embedded database has no other instance, and its one connection cannot hold a lock meanwhile.
      alone: embedded ? (work) => work() : (work) => withMigrationLock(open.pool, work),
    })
    let stopped: Promise<void> | undefined
    const stopWork = () => {
      ending.abort()
      return (stopped ??= jobs.stop())
    }
    const close = async () => {
      await stopWork()
      await events.close()
      await open.close()
    }
    return {
      db: drizzle(open.pool),
      prepared: preparedOn(open.pool),
      embedded,
      hasSpace: open.hasSpace,
      events,
      jobs,
      sealer,
      ending: ending.signal,
      stopWork,
      close,
    }
  } catch (error) {
    await open.close()
    const refusal = 'databaseUrl' in storage ? refusalOf(error) : null
    throw refusal
      ? new DatabaseUnusable(`DATABASE_URL: the database refuses (${refusal})`, { cause: error })
      : error
  }
}

const preparedOn =
  (pool: pg.Pool): Engine['prepared'] =>
  async <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[], withinMs?: number) => {
    if (withinMs === undefined) return (await pool.query<Row>({ name, text, values })).rows
    const client = await pool.connect()
    try {
      const asked = () => client.query<Row>({ name, text, values })
      return (await withLimit(client, withinMs, asked)).rows
    } finally {
      client.release()
    }
  }
