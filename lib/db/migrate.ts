import 'server-only'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { DatabaseUnusable } from './connection/database-unusable'
import { withLimit } from './connection/limited-client'

export type MigrationSet = { folder: string; schema: string }

/** An arbitrary advisory lock number that only this application uses. */
const lockKey = 7_203_361

const migrationsTable = '__migrations'

/**
 * Runs `work` while no other instance runs migrations, first-run set-up or the creation of queues. `work` gets the
 * connection that holds the lock. Its statements have no time limit, because migrations, also those of another
 * instance, may be slow.
 */
export async function withMigrationLock<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await withLimit(client, Number.POSITIVE_INFINITY, async () => {
      await client.query('SET statement_timeout = 0')
      await client.query('SELECT pg_advisory_lock($1)', [lockKey])
      const done = await work(client)
      await client.query('SELECT pg_advisory_unlock($1)', [lockKey])
      await client.query('RESET statement_timeout')
      return done
    })
    client.release()
    return result
  } catch (error) {
    client.release(true) // Closes the connection, which releases the lock whatever its state.
    throw error
  }
}

/**
 * Migrates the database, one process at a time: drizzle's own `migrate` fails when two instances start together. `more`
 * returns the further sets that the migrated database needs. Then runs `within` under the same lock, for first-run
 * set-up, which must also happen once across instances.
 * @throws DatabaseUnusable if a newer version of the application has migrated the database
 */
export async function migrateAll(
  pool: pg.Pool,
  sets: MigrationSet[],
  within: (client: pg.PoolClient) => Promise<void> = async () => {},
  more: (client: pg.PoolClient) => Promise<MigrationSet[]> = async () => [],
): Promise<void> {
  await withMigrationLock(pool, async (client) => {
    await refuseHalfMoved(client)
    await migrateSets(client, sets)
    await migrateSets(client, await more(client))
    await within(client)
  })
}

async function migrateSets(client: pg.PoolClient, sets: readonly MigrationSet[]): Promise<void> {
  for (const set of sets) await refuseNewer(client, set)
  for (const { folder, schema } of sets) {
    await migrate(drizzle(client), {
      migrationsFolder: folder,
      migrationsSchema: schema,
      migrationsTable,
    })
  }
}

/** Throws if `npm run admin -- move-to` has not finished (scripts/lib/backup/move.mjs). */
async function refuseHalfMoved(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(`SELECT 1 WHERE to_regclass('public.__moving') IS NOT NULL`)
  if (rows.length > 0)
    throw new DatabaseUnusable(
      'The move into this database is not finished. Run `npm run admin -- move-to` again, with the settings of the old database.',
    )
}

/**
 * Throws if a newer version has migrated the database: older code would write data that the newer version does not
 * expect.
 */
async function refuseNewer(client: pg.PoolClient, { folder, schema }: MigrationSet): Promise<void> {
  const table = `${client.escapeIdentifier(schema)}.${migrationsTable}`
  const { rows: known } = await client.query<{ is_known: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS is_known',
    [table],
  )
  if (!known[0]?.is_known) return
  const { rows } = await client.query<{ last: number | null }>(`SELECT max(created_at) AS last FROM ${table}`)
  const lastOfThisVersion = Math.max(
    0,
    ...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis),
  )
  if ((rows[0]?.last ?? 0) > lastOfThisVersion)
    throw new DatabaseUnusable(
      'The database was brought up to date by a newer version of this application, and an older one would damage it. Start the newer version, or restore a backup from before the update.',
    )
}
