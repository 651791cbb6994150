import 'server-only'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { notifications } from '../tables/notifications'

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
  const [first] = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        eq(notifications.uid, uid),
        eq(notifications.status, status),
        type === null ? isNull(notifications.type) : eq(notifications.type, type),
        eq(notifications.authenticity, authenticity),
        eq(notifications.hook, hook),
        isNull(notifications.duplicateOf),
        ne(notifications.id, id),
      ),
    )
    .orderBy(asc(notifications.receivedAt), asc(notifications.id))
    .limit(1)
  return first?.id ?? null
}
