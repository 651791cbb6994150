import 'server-only'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/**
 * The pool or a transaction to run statements on. Inside a transaction, always pass the transaction on: the embedded
 * engine has one connection, so a query on the pool would wait for ever.
 */
export type Database = PgDatabase<NodePgQueryResultHKT>
