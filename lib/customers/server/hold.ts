import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'

/**
 * Whose a notification is, is worked out where it is processed and where a customer is written; at the same moment,
 * neither would see the other. So who writes customers' keys, joins customers or blanks them holds all of the shop's
 * until the transaction ends, and who matches a notification waits. To be asked for before anything is read or locked.
 */
export const holdCustomers = (tx: Database, shopId: string) =>
  tx.execute(lock(sql`pg_advisory_xact_lock`, shopId))

/** For matching a notification: with others that do, but not while somebody holds the customers. */
export const holdMatching = (tx: Database, shopId: string) =>
  tx.execute(lock(sql`pg_advisory_xact_lock_shared`, shopId))

const lock = (kind: SQL, shopId: string): SQL =>
  sql`SELECT ${kind}(hashtextextended(${`customers ${shopId}`}, 0))`
