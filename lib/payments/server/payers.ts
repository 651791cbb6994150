import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { refreshCustomers } from '../../customers/server/refresh'
import type { LedgerChange } from './ledger'

/** The customers whose payments changed, with when they last paid worked out anew; their IDs. */
export async function payersOf(
  tx: Database,
  shopId: string,
  changes: readonly LedgerChange[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT DISTINCT l.customer_id AS id FROM transaction_states t
    JOIN notifications n ON n.shop_id = t.shop_id AND n.uid = t.uid
    JOIN customer_links l ON l.shop_id = n.shop_id AND l.notification_id = n.id
    WHERE t.shop_id = ${shopId} AND t.root_uid = ANY(${sql.param(changes.map(({ after }) => after.uid))}::text[])`)
  const ids = rows.map(({ id }) => id)
  await refreshCustomers(tx, shopId, ids)
  return ids
}
