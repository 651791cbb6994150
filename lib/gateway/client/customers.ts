import 'server-only'
import {
  customerListReply,
  customerReply,
  type CustomerCreate,
  type CustomerReply,
} from '../customers/customer'
import type { ShopContext } from '../../core/server/context'
import { callGateway } from './call'

const address = ({ shop }: ShopContext, id?: string) =>
  `${shop.apmUrl}/customers${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

/** Endpoint 7: replies 201 and the customer. @throws GatewayError; never repeated. */
export const createCustomerAtGateway = (
  context: ShopContext,
  customer: CustomerCreate,
): Promise<CustomerReply> =>
  callGateway(context, { method: 'POST', url: address(context), body: customer, reply: customerReply })

/**
 * Endpoint 8. The interface does not show the reply to an unknown ID: expect a 302 as with products, a 404, or 200 with
 * null.
 */
export const readCustomerAtGateway = (context: ShopContext, id: string): Promise<CustomerReply | null> =>
  callGateway(context, {
    method: 'GET',
    url: address(context, id),
    reply: customerReply.nullable(),
    one: true,
  })

/** Endpoint 9: all customers, in one array. */
export const listCustomersAtGateway = (context: ShopContext): Promise<CustomerReply[]> =>
  callGateway(context, { method: 'GET', url: address(context), reply: customerListReply })
