import 'server-only'
import type { RevealedCustomer } from '../../schema'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { publishLiveEvent } from '../../../core/server/live'
import { personalDataOf } from '../listing/item'
import { loadCustomer } from './load'

/**
 * Returns a customer's personal data unmasked. Records who asked, not the values.
 * @throws AppError `not_found`.
 */
export async function revealCustomer(context: ActorContext, id: string): Promise<RevealedCustomer> {
  const row = await loadCustomer(context, id)
  await recordActivity(context.engine.db, context, { action: 'customer.revealed', subject: id })
  await publishLiveEvent(context, { kind: 'customer', id })
  return personalDataOf(row, false)
}
