import 'server-only'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { CustomerDetail, RevealedCustomer } from '../../schema'
import { customerId, type CustomerReply } from '../../../gateway/customers/customer'
import type { ActorContext } from '../../../core/server/context'
import { AppError, GatewayError } from '../../../core/server/errors'
import { readCustomerAtGateway } from '../../../gateway/client/endpoints'
import { publishLiveEvent } from '../../../core/server/live'
import { customerDetail, toDetail } from './detail'
import { mirrorFoundCustomers, findCustomer, loadCustomer } from './mirror'
import { countQuestion, countReveal } from '../../../core/server/accounts/person-limits'
import { recordActivity } from '../../../core/server/activity/record'
import { allCustomerFields } from '../../fields'
import { shownText } from '../../../core/server/search/contacts-in-text'
import { contactOf, valuesOf } from '../listing/item'
import { withMerged } from '../merging/joined'
import { customerNotes } from '../tables'

/**
 * Returns a customer from the mirror, or else from the gateway, so that one just created elsewhere is found too.
 * @throws AppError `not_found`, regardless of how the gateway answers for an unknown ID; `too_many_attempts`; GatewayError
 * if the mirror lacks it and the gateway does not answer.
 */
export async function readCustomer(context: ActorContext, id: string): Promise<CustomerDetail> {
  const row = await findCustomer(context, id)
  if (row) return toDetail(context, row)
  const askedAt = new Date()
  const reply = await askFor(context, id)
  const { engine } = context
  await engine.db.transaction((tx) =>
    mirrorFoundCustomers(tx, context, [{ reply, fingerprint: null }], askedAt),
  )
  await publishLiveEvent(context, { kind: 'customer', id })
  return customerDetail(context, id)
}

/** Possible errors for an unknown ID: the gateway does not document which it is. */
const unknown: string[] = ['gateway_not_found', 'gateway_redirect', 'gateway_rejected']

async function askFor(context: ActorContext, id: string): Promise<CustomerReply> {
  if (!customerId.safeParse(id).success) throw new AppError('not_found')
  await countQuestion(context)
  const reply = await readCustomerAtGateway(context, id).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || !unknown.includes(error.code)) throw error
    throw new AppError('not_found', { cause: error })
  })
  if (reply?.id !== id) throw new AppError('not_found')
  return reply
}

/**
 * Returns a customer's personal data unmasked. Records who asked, not the values.
 * @throws AppError `not_found`, `reveal_limit`.
 */
export async function revealCustomer(context: ActorContext, id: string): Promise<RevealedCustomer> {
  await countReveal(context)
  const row = await loadCustomer(context, id)
  await recordActivity(context.engine.db, context, { action: 'customer.revealed', subject: id })
  await publishLiveEvent(context, { kind: 'customer', id })
  const notes = await maskedNotesOf(context, id)
  return { ...valuesOf(row, allCustomerFields, false), contact: contactOf(row, false), notes }
}

const maxNotes = 200

async function maskedNotesOf(
  { engine, shop, actor }: ActorContext,
  id: string,
): Promise<RevealedCustomer['notes']> {
  const ids = await withMerged(engine.db, shop.id, [id])
  const rows = await engine.db
    .select({ id: customerNotes.id, text: customerNotes.text })
    .from(customerNotes)
    .where(and(eq(customerNotes.shopId, shop.id), inArray(customerNotes.customerId, ids)))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
    .limit(maxNotes)
  return rows.filter(({ text }) => shownText(actor, text) !== text)
}
