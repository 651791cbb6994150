import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { forwardingAttempts, forwardingMessages } from './tables'

/** Deletes receivers' answers to these notifications: an answer may repeat their personal data. */
export async function forgetAnswers(
  tx: Database,
  shopId: string,
  notificationIds: readonly string[],
): Promise<void> {
  if (notificationIds.length === 0) return
  await tx.execute(sql`
    UPDATE ${forwardingAttempts} a SET answer = NULL FROM ${forwardingMessages} m
    WHERE m.shop_id = ${shopId} AND m.notification_id = ANY(${sql.param(notificationIds)}::uuid[])
      AND a.shop_id = m.shop_id AND a.message_id = m.id AND a.answer IS NOT NULL`)
}
