import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { qualified } from '../../../core/server/sql'
import { transactionStates } from '../tables'
import type { ReportedState } from './transaction'

/**
 * Returns all known transactions of the payments that the given ones belong to or connect, also by a parent that only
 * an earlier notification about them named.
 */
export async function relatedStates(
  tx: Database,
  shopId: string,
  given: readonly Pick<ReportedState, 'uid' | 'parentUid'>[],
): Promise<ReportedState[]> {
  const uids = [...new Set(given.flatMap(({ uid, parentUid }) => [uid, ...(parentUid ? [parentUid] : [])]))]
  const these = sql`${sql.param(uids)}::text[]`
  const rows = await tx
    .select()
    .from(transactionStates)
    .where(
      and(
        eq(transactionStates.shopId, shopId),
        sql`${qualified(transactionStates.rootUid)} IN (
          SELECT unnest(${these}) UNION
          SELECT r.root_uid FROM transaction_states r WHERE r.shop_id = ${shopId} AND r.uid = ANY(${these}) UNION
          SELECT unnest(ARRAY[r.parent_uid, p.root_uid]) FROM transaction_states r
            LEFT JOIN transaction_states p ON p.shop_id = r.shop_id AND p.uid = r.parent_uid
            WHERE r.shop_id = ${shopId} AND r.uid = ANY(${these}) AND r.parent_uid IS NOT NULL UNION
          SELECT r.root_uid FROM transaction_states r WHERE r.shop_id = ${shopId} AND r.parent_uid = ANY(${these}))`,
      ),
    )
  return rows.map((row) => ({ ...row, hasBody: true }))
}
