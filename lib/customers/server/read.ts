import 'server-only'
import type { CustomerDetail } from '../schema'
import { customerId, type CustomerReply } from '../../gateway/customer'
import type { ActorContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { readCustomerAtGateway } from '../../gateway/client/customers'
import { tellBrowsers } from '../../core/server/live'
import { customerDetail, toDetail } from './detail'
import { findCustomer } from './load'
import { mirrorCustomers } from './mirror'

/**
 * A customer: from the mirror where it is known, else from the gateway, so that one made elsewhere a moment ago is
 * found too.
 * @throws AppError `not_found` whatever the gateway answers of an ID it does not know, or GatewayError where only the
 *   gateway could have known.
 */
export async function readCustomer(context: ActorContext, id: string): Promise<CustomerDetail> {
  const row = await findCustomer(context, id)
  if (row) return toDetail(context, row)
  const askedAt = new Date()
  const reply = await askFor(context, id)
  const { engine, shop } = context
  await engine.db.transaction((tx) => mirrorCustomers(tx, shop.id, [reply], askedAt))
  await tellBrowsers(context, { kind: 'customer', id })
  return customerDetail(context, id)
}

/** What a gateway may answer where there is no such customer: the interface does not show it. */
const unknown: string[] = ['gateway_not_found', 'gateway_redirect', 'gateway_rejected']

async function askFor(context: ActorContext, id: string): Promise<CustomerReply> {
  if (!customerId.safeParse(id).success) throw new AppError('not_found')
  const reply = await readCustomerAtGateway(context, id).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || !unknown.includes(error.code)) throw error
    throw new AppError('not_found', { cause: error })
  })
  if (reply?.id !== id) throw new AppError('not_found')
  return reply
}
