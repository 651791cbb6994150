import 'server-only'
import type { ActorContext } from '../../core/server/context'
import { isMaskedFor, shownName } from '../../customers/server/listing/item'
import { findCustomer } from '../../customers/server/reading/mirror'

/** The customer to ask for a card. A masked e-mail address is left out, because nothing can be sent to it. */
export async function askedCustomer(context: ActorContext, id: string) {
  const row = await findCustomer(context, id)
  if (row === null) return null
  const names = { first_name: row.firstName, last_name: row.lastName }
  return {
    id: row.id,
    name: shownName(context.actor, names) || row.id,
    email: isMaskedFor(context.actor) ? '' : (row.contact?.email ?? row.email ?? ''),
  }
}
