import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { notifications } from './tables'

type Row = typeof notifications.$inferSelect

/**
 * Of which notification this is another delivery: the first that was worked out with the same type, status, amount and
 * currency of the same transaction and the same evidence. Its bytes are others, as the gateway writes each anew. Another
 * amount is a change, and is listed. Without evidence each stands by itself, as anybody could have sent the first; and
 * each verification request has an answer of its own. In a transaction that holds the ledger (lib/payments/server/ledger.ts).
 */
export async function firstAlike(
  tx: Database,
  { shopId, id, hook, authenticity }: Row,
  { uid, status, type = null, amount = null, currency = null }: Partial<Row>,
): Promise<string | null> {
  if (!uid || !status || authenticity === 'unverified' || hook === 'verification') return null
  // Those of the transaction before anything else is asked: where nothing was counted of the table yet, a planner walks
  // all of the status instead, in order (36 ms among 15,000, for each that arrives).
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT id, received_at, status, type, amount, currency, authenticity, hook FROM notifications
      WHERE shop_id = ${shopId} AND uid = ${uid} AND duplicate_of IS NULL OFFSET 0
    ) of_transaction
    WHERE status = ${status} AND type IS NOT DISTINCT FROM ${type} AND amount IS NOT DISTINCT FROM ${amount}::bigint
      AND currency IS NOT DISTINCT FROM ${currency} AND authenticity = ${authenticity}
      AND hook = ${hook} AND id <> ${id}
    ORDER BY received_at, id LIMIT 1`)
  return rows[0]?.id ?? null
}
