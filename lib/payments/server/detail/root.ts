import 'server-only'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../core/server/errors'
import type { Database } from '../../../db/database'
import { isStorable } from '../../../gateway/values/storable'

/**
 * Returns the UID of the payment that a transaction belongs to now.
 * @throws AppError `not_found`.
 */
export async function rootOf(db: Database, shopId: string, anyUid: string): Promise<string> {
  if (!isStorable(anyUid)) throw new AppError('not_found')
  const { rows } = await db.execute<{ uid: string }>(sql`
    SELECT p.uid FROM payments p WHERE p.shop_id = ${shopId} AND p.uid = ${anyUid}
    UNION ALL SELECT t.root_uid FROM transaction_states t
      WHERE t.shop_id = ${shopId} AND t.uid = ${anyUid} AND t.root_uid IS NOT NULL LIMIT 1`)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found.uid
}
