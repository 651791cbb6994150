import 'server-only'
import {
  checkoutReply,
  checkoutStateReply,
  type CheckoutReply,
  type CheckoutRequest,
  type CheckoutState,
} from '../checkouts/checkout'
import type { ShopContext } from '../../core/server/context'
import { callGateway } from './call'

const address = ({ shop }: ShopContext) => `${shop.checkoutUrl}/ctp/api/checkouts`
/** In addition to the headers of every call (docs/gateway.md#endpoints). */
const headers = { 'x-api-version': '2' }

/**
 * Endpoint 2: creates a payment token. `order.amount` is sent as an integer, unlike a product's.
 * @throws GatewayError; never repeated. A checkout that may exist stays unconfirmed, because the gateway has no list of
 *   them.
 */
export async function createCheckoutAtGateway(
  context: ShopContext,
  request: CheckoutRequest,
): Promise<CheckoutReply['checkout']> {
  const { checkout } = await callGateway(context, {
    method: 'POST',
    url: address(context),
    headers,
    body: request,
    reply: checkoutReply,
  })
  return checkout
}

/**
 * Reads the state of a payment token. Not part of the interface (docs/gateway.md#optional-queries), so only for a shop
 * whose gateway is known to support it. The token opens the payment page, so it is not logged.
 */
export async function readCheckoutAtGateway(context: ShopContext, token: string): Promise<CheckoutState> {
  const url = `${address(context)}/${encodeURIComponent(token)}`
  const logPath = `${new URL(address(context)).pathname}/…`
  const { checkout } = await callGateway(context, {
    method: 'GET',
    url,
    logPath,
    headers,
    reply: checkoutStateReply,
    one: true,
  })
  return checkout
}
