import 'server-only'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { CustomerDetail } from '../../contracts/customer'
import type { CustomerCreate, CustomerReply } from '../../gateway/customer'
import { recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import { GatewayError } from '../errors'
import { createCustomerAtGateway } from '../gateway/customers'
import { tellBrowsers } from '../live'
import { customers } from '../tables/customers'
import { customerDetail } from './detail'
import { mirrorCustomers } from './mirror'
import { settleCreate } from './settle'
import { unconfirmed } from './unconfirmed'

/**
 * Makes a customer at the gateway (endpoint 7), then writes mirror and activity in one transaction. A create whose
 * answer was lost is looked for in the gateway's list; it is never sent again. Not where the caller `settles` it
 * later: while others like it are under way, one of theirs would be taken for it.
 * @throws GatewayError with the gateway's field errors, or AppError `unconfirmed` where it may exist.
 */
export async function createCustomer(
  context: ActorContext,
  input: CustomerCreate,
  { settles = true } = {},
): Promise<CustomerDetail> {
  const sentAt = new Date()
  let reply: CustomerReply
  try {
    reply = await createCustomerAtGateway(context, input)
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.mayHaveHappened) throw error
    if (!settles) throw unconfirmed(context, error)
    const settled = await settleLostCreate(context, input, sentAt).catch((cause: unknown) => {
      throw unconfirmed(context, cause)
    })
    if (!settled) throw unconfirmed(context, error)
    return settled
  }
  try {
    await keepCreated(context, reply, { settling: false })
    return await customerDetail(context, reply.id)
  } catch (error) {
    // It exists, though we could not write it down: trying again would make a second one.
    context.log.error({ err: error, customer: reply.id }, 'customer created but not kept')
    throw unconfirmed(context, error)
  }
}

/** Looks for a customer whose creation was not answered; null: it is still not known whether it exists. */
export async function settleLostCreate(
  context: ActorContext,
  input: CustomerCreate,
  sentAt: Date,
): Promise<CustomerDetail | null> {
  const reply = await settleCreate(context, input, sentAt)
  if (!reply || !(await keepCreated(context, reply, { settling: true }))) return null
  return customerDetail(context, reply.id)
}

/** Writes down who made it; false where, settling, it already is the result of another submission. */
async function keepCreated(
  context: ActorContext,
  reply: CustomerReply,
  { settling }: { settling: boolean },
): Promise<boolean> {
  const { engine, shop, actor } = context
  const now = new Date()
  const kept = await engine.db.transaction(async (tx) => {
    await mirrorCustomers(tx, shop.id, [reply], now)
    const [taken] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.shopId, shop.id), eq(customers.id, reply.id), isNotNull(customers.submittedAt)))
    if (settling && taken) return false
    await mirrorCustomers(tx, shop.id, [reply], now, { by: actor.userId, at: now })
    await recordActivity(tx, context, { action: 'customer.created', subject: reply.id })
    return true
  })
  if (kept) await tellBrowsers(context, { kind: 'customer', id: reply.id })
  return kept
}
