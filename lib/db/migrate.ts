import 'server-only'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

/** A folder of generated SQL and the table (in `schema`) that remembers which of it ran. */
export type MigrationSet = { folder: string; schema: string }

/** Any number that only this application uses as an advisory lock. */
const lockKey = 7_203_361

/**
 * Brings the database up to date, one process at a time: drizzle's own `migrate` fails when two instances
 * start together, so an advisory lock is held on the migrating connection. `within` runs under the same
 * lock afterwards (first-run set-up, which must happen once across instances too).
 */
export async function migrateAll(
  pool: pg.Pool,
  sets: MigrationSet[],
  within: (client: pg.PoolClient) => Promise<void> = async () => {},
): Promise<void> {
  const client = await pool.connect()
  try {
    // Another instance's migrations, and our own on many rows, may take longer than a request's statement may.
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    for (const { folder, schema } of sets) {
      await migrate(drizzle(client), {
        migrationsFolder: folder,
        migrationsSchema: schema,
        migrationsTable: '__migrations',
      })
    }
    await within(client)
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey])
    await client.query('RESET statement_timeout')
    client.release()
  } catch (error) {
    client.release(true) // Ends the connection and so gives up the lock, whatever state it is in.
    throw error
  }
}
