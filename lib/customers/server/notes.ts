import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { CustomerNote, TimelineEntry } from '../schema'
import type { ActorContext } from '../../core/server/context'
import { tellBrowsers } from '../../core/server/live'
import { customerNotes } from './tables'
import { lockCustomer } from './load'

/** Writes a note about a customer. @throws AppError `not_found`, `conflict` where it was anonymised. */
export async function addNote(
  context: ActorContext,
  customerId: string,
  { text }: CustomerNote,
): Promise<Extract<TimelineEntry, { kind: 'note' }>> {
  const { engine, shop, actor } = context
  const note = { id: uuidv7(), customerId, text, createdAt: new Date() }
  await engine.db.transaction(async (tx) => {
    await lockCustomer(tx, context, customerId)
    await tx.insert(customerNotes).values({ ...note, shopId: shop.id, createdBy: actor.userId })
  })
  await tellBrowsers(context, { kind: 'customer', id: customerId })
  return {
    kind: 'note',
    id: note.id,
    at: note.createdAt.toISOString(),
    customer_id: customerId,
    text,
    by: actor.name || actor.email,
  }
}
