import 'server-only'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/**
 * What a verb runs its statements on: the pool, or a transaction. Inside a transaction pass the transaction
 * on, always: the embedded engine has one connection, and asking the pool for a second waits for ever.
 */
export type Database = PgDatabase<NodePgQueryResultHKT>
