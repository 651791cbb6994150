import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'

/**
 * A refund and the payment that it refers to (`parent_uid`) are worked out one after the other: at the same moment,
 * neither would see the other, and what refers to a payment is written where that one is worked out. So who works out
 * what refers to something, or links by hand, has the shop's for itself until the transaction ends; who works out
 * anything else shares it. To be asked for after the matching (customers/hold.ts), before any row or payment token is.
 */
export const holdFamilies = (tx: Database, shopId: string, { alone }: { alone: boolean }) =>
  tx.execute(
    sql`SELECT ${sql.raw(alone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')}(${familiesOf(shopId)})`,
  )

/** The same for a stored notification, of which nobody knows yet whether it refers to something. */
export const holdFamiliesFor = (tx: Database, shopId: string, id: string) =>
  // The body itself is read once it is held. Both keys begin so: parent_uid, parent_transaction.
  tx.execute(sql`
    SELECT CASE WHEN position('parent_'::bytea IN body) > 0 AND authenticity <> 'unverified'
      THEN pg_advisory_xact_lock(${familiesOf(shopId)}) ELSE pg_advisory_xact_lock_shared(${familiesOf(shopId)}) END
    FROM notifications WHERE shop_id = ${shopId} AND id = ${id}`)

const familiesOf = (shopId: string): SQL => sql`hashtextextended(${`families ${shopId}`}, 0)`
