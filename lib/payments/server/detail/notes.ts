import 'server-only'
import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { NoteBody } from '../../../core/note'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import type { Database } from '../../../db/database'
import type { PaymentNote } from '../../detail'
import { rootOf } from './detail'
import { paymentNotes } from '../tables'

/**
 * Writes a note about a payment.
 * @throws AppError `not_found`.
 */
export async function addPaymentNote(
  context: ActorContext,
  anyUid: string,
  { text }: NoteBody,
): Promise<PaymentNote> {
  const { engine, shop, actor } = context
  const uid = await rootOf(context, anyUid)
  const note = { shopId: shop.id, id: uuidv7(), uid, text, createdAt: new Date(), createdBy: actor.userId }
  await engine.db.transaction(async (tx) => {
    await tx.insert(paymentNotes).values(note)
    await recordActivity(tx, context, { action: 'payment.noted', subject: uid })
  })
  return { id: note.id, at: note.createdAt.toISOString(), by: actor.name || actor.email, text }
}

/** Empties the notes about payments of these customers, before their links are lost. */
export const anonymisePaymentNotes = (tx: Database, shopId: string, customerIds: readonly string[]) =>
  tx.execute(sql`
    UPDATE payment_notes SET text = '' WHERE shop_id = ${shopId} AND uid IN (
      SELECT t.root_uid FROM customer_links l
      JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
      JOIN transaction_states t ON t.shop_id = n.shop_id AND t.uid = n.uid
      WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${sql.param(customerIds)}::text[]))`)
