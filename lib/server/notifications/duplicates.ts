import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { notifications } from '../tables/notifications'

type Row = typeof notifications.$inferSelect

/**
 * Two notifications of one transaction are worked out one after the other: at the same moment, neither would see the
 * other. Until the transaction ends; to be asked for before the payment token is (checkouts/link.ts).
 */
export const holdTransaction = (tx: Database, shopId: string, uid: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`transaction ${shopId} ${uid}`}, 0))`)

/**
 * Of which notification this is another delivery: the first that was worked out with the same type and status of the
 * same transaction and the same evidence. Its bytes are others, as the gateway writes each anew. Without evidence each is
 * one by itself, as anybody could have sent the first; and each question has an answer of its own.
 */
export async function firstAlike(
  tx: Database,
  { shopId, id, hook, authenticity }: Row,
  { uid, status, type = null }: Partial<Row>,
): Promise<string | null> {
  if (!uid || !status || authenticity === 'unverified' || hook === 'verification') return null
  // Those of the transaction before anything else is asked: where nothing was counted of the table yet, a planner walks
  // all of the status instead, in order (36 ms among 15,000, for each that arrives).
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT id, received_at, status, type, authenticity, hook FROM notifications
      WHERE shop_id = ${shopId} AND uid = ${uid} AND duplicate_of IS NULL OFFSET 0
    ) of_transaction
    WHERE status = ${status} AND type IS NOT DISTINCT FROM ${type} AND authenticity = ${authenticity}
      AND hook = ${hook} AND id <> ${id}
    ORDER BY received_at, id LIMIT 1`)
  return rows[0]?.id ?? null
}
