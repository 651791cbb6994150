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

/**
 * Returns the transaction of a payment whose links are the payment's (`paymentOf` in ledger/payment.ts): itself, else one
 * that a person linked, else the first. The payment's own UID may be that of a parent that was never reported, and may
 * change.
 */
export async function firstOf(db: Database, shopId: string, root: string): Promise<string> {
  const { rows } = await db.execute<{ uid: string }>(sql`
    SELECT t.uid FROM transaction_states t WHERE t.shop_id = ${shopId} AND t.root_uid = ${root}
    ORDER BY t.uid = ${root} DESC, (t.checkout_link = 'hand' OR t.product_link = 'hand') IS TRUE DESC, t.at, t.uid COLLATE "C" LIMIT 1`)
  return rows[0]?.uid ?? root
}
