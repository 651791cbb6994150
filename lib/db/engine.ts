import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from './database'
import { DatabaseUnusable, denialMessageOf, isDamage, reportIn } from './connection/database-unusable'
import { localEvents, serverEvents, type Events } from './events'
import { startQueues, type Queues } from './queues'
import { withLimit } from './connection/limited-client'
import { migrateAll, withMigrationLock, type MigrationSet } from './migrate'
import { openPool, refuseDamaged, refuseStart, type Storage } from './connection/pool'
import type { Replica } from './connection/replica'
import type { Sealer } from './sealing'
import { singleton } from './singleton'

export type Engine = {
  db: Database
  /**
   * Runs a named prepared statement, which each connection parses and plans once. For frequent statements where
   * planning is a large part of the cost. A server connection that does not answer within `withinMs` is closed.
   */
  prepared: <Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
    withinMs?: number,
  ) => Promise<Row[]>
  isEmbedded: boolean
  /** Set while this reads from a replica: what to write with (lib/core/server/read-replica.ts). */
  primary?: Engine
  /** The replica of the database, with an `engine` that reads from it. Null without a replica. */
  replica: (Replica & { engine: Engine }) | null
  /** Whether the disk has room for more data. Always true on a PostgreSQL server, whose disk is unknown. */
  hasSpace: () => Promise<boolean>
  events: Events
  queues: Queues
  sealer: Sealer
  /** Aborted when the process begins to shut down. Work outside requests stops, and resumes at the next start. */
  ending: AbortSignal
  /**
   * Starts work that no request waits for. Once the shutdown has begun, nothing starts and failures are no longer
   * passed to `onFailure`: the database may be closed while the work continues.
   */
  inBackground: (work: () => Promise<unknown>, onFailure: (error: unknown) => void) => void
  /** Stops work outside requests; waits two seconds for work in the background. Requests are still served. */
  stopWork: () => Promise<void>
  close: () => Promise<void>
}

export const engine = singleton<Engine>('engine')

/** How long an end waits for work in the background, such as a post to a slow server. */
const graceMs = 2000

type Options = {
  storage: Storage
  migrations: MigrationSet[]
  /** Further migrations, depending on the migrated database. */
  moreMigrations?: (db: Database) => Promise<MigrationSet[]>
  sealer: Sealer
  /** First-run set-up, under the migration lock; `db` is the connection that holds the lock. */
  prepare?: (db: Database) => Promise<void>
  onError: (error: Error) => void
}

/**
 * Opens the storage, migrates it and starts events and queues. Closes the storage again if that fails.
 * @throws FolderLocked, DatabaseUnusable
 */
export async function openEngine({
  storage,
  migrations,
  moreMigrations = async () => [],
  sealer,
  prepare = async () => {},
  onError,
}: Options): Promise<Engine> {
  const ending = new AbortController()
  // Closing connections during shutdown causes errors that are not worth a report.
  const report = (error: Error) => {
    if (!ending.signal.aborted) onError(error)
  }
  const open = await openPool(storage, report)
  try {
    await migrateAll(open.direct, migrations, onDatabase(prepare), onDatabase(moreMigrations))
    const events =
      'databaseUrl' in storage
        ? await serverEvents(storage.directUrl ?? storage.databaseUrl, open.pool, report)
        : localEvents(report)
    const queues = await startQueues(open.pool, report, {
      // An embedded database has no other instance, and its one connection cannot hold a lock during the work.
      alone: open.isEmbedded ? (work) => work() : (work) => withMigrationLock(open.direct, work),
    })
    const background = backgroundWork(ending.signal)
    let stopped: Promise<void> | undefined
    const stopWork = () => {
      ending.abort()
      return (stopped ??= Promise.all([queues.stop(), background.settled(graceMs)]).then(() => undefined))
    }
    const close = async () => {
      await stopWork()
      await events.close()
      await open.close()
    }
    const primary: Engine = {
      db: drizzle(open.pool),
      prepared: preparedOn(open.pool),
      isEmbedded: open.isEmbedded,
      replica: null,
      hasSpace: open.hasSpace,
      events,
      queues,
      sealer,
      ending: ending.signal,
      inBackground: background.start,
      stopWork,
      close,
    }
    return withReplica(primary, open.replica)
  } catch (error) {
    await open.close()
    if ('dataDir' in storage) {
      const reported = reportIn(error)
      if (reported) await (isDamage(reported) ? refuseDamaged : refuseStart)(storage.dataDir, reported)
    }
    const refusal = 'databaseUrl' in storage ? denialMessageOf(error) : null
    throw refusal
      ? new DatabaseUnusable(`DATABASE_URL: the database refuses (${refusal})`, { cause: error })
      : error
  }
}

function withReplica(primary: Engine, replica: Replica | null): Engine {
  if (replica) {
    const reading = { ...primary, primary, db: drizzle(replica.pool), prepared: preparedOn(replica.pool) }
    primary.replica = { ...replica, engine: reading }
  }
  return primary
}

const onDatabase =
  <Result>(work: (db: Database) => Promise<Result>) =>
  (client: pg.PoolClient) =>
    work(drizzle(client))

/** Work that nothing waits for, until `ending` aborts. */
function backgroundWork(ending: AbortSignal) {
  const running = new Set<Promise<unknown>>()
  const start: Engine['inBackground'] = (work, onFailure) => {
    if (ending.aborted) return
    const done = work()
      .catch((error: unknown) => {
        if (!ending.aborted) onFailure(error)
      })
      .finally(() => running.delete(done))
    running.add(done)
  }
  const settled = (withinMs: number) =>
    Promise.race([Promise.all(running), sleep(withinMs, undefined, { ref: false })])
  return { start, settled }
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
