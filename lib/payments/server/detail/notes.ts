import 'server-only'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { NoteBody } from '../../../core/note'
import { namesOf } from '../../../core/server/accounts/names'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { shownText } from '../../../core/server/search/contacts-in-text'
import { qualified } from '../../../core/server/sql'
import { paymentsOf } from '../../../customers/server/reading/transactions'
import type { Database } from '../../../db/database'
import type { PaymentNote } from '../../detail'
import { paymentNotes } from '../tables'
import { lockLedger } from '../ledger/ledger'
import { firstOf, rootOf } from './root'

/**
 * Notes of these payments. A note is stored under a transaction's UID, or under the payment's UID of that time. A
 * payment's UID changes when a notification about its parent transaction arrives later.
 */
const whereOf = (shopId: string, payments: SQL): SQL => sql`${qualified(paymentNotes.uid)} IN (
  WITH these (uid) AS (${payments})
  SELECT uid FROM these
  UNION SELECT t.uid FROM transaction_states t JOIN these ON these.uid = t.root_uid WHERE t.shop_id = ${shopId})`

export async function notesOf({ engine, shop }: ActorContext, uid: string): Promise<PaymentNote[]> {
  const rows = await engine.db
    .select()
    .from(paymentNotes)
    .where(and(eq(paymentNotes.shopId, shop.id), whereOf(shop.id, sql`SELECT ${uid}::text`)))
    .orderBy(asc(paymentNotes.createdAt), asc(paymentNotes.id))
  const names = await namesOf(
    engine.db,
    rows.map(({ createdBy }) => createdBy),
  )
  return rows.map(({ id, createdAt, createdBy, text }) => ({
    id,
    at: createdAt.toISOString(),
    by: names.get(createdBy) ?? null,
    text,
  }))
}

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
  const note = { shopId: shop.id, id: uuidv7(), text, createdAt: new Date(), createdBy: actor.userId }
  await engine.db.transaction(async (tx) => {
    await lockLedger(tx, shop.id)
    const root = await rootOf(tx, shop.id, anyUid)
    await tx.insert(paymentNotes).values({ ...note, uid: await firstOf(tx, shop.id, root) })
    await recordActivity(tx, context, { action: 'payment.noted', subject: root })
  })
  return {
    id: note.id,
    at: note.createdAt.toISOString(),
    by: actor.name || actor.email,
    text: shownText(actor, text),
  }
}

/** Empties the notes about payments of these customers, before their links are lost. */
export const anonymisePaymentNotes = (tx: Database, shopId: string, customerIds: readonly string[]) =>
  tx
    .update(paymentNotes)
    .set({ text: '' })
    .where(
      and(
        eq(paymentNotes.shopId, shopId),
        whereOf(
          shopId,
          sql`SELECT root_uid FROM (${paymentsOf(shopId, sql`${sql.param(customerIds)}::text[]`)}) theirs`,
        ),
      ),
    )
