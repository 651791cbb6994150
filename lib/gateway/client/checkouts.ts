import 'server-only'
import {
  checkoutReply,
  checkoutStateReply,
  type CheckoutReply,
  type CheckoutRequest,
  type CheckoutState,
} from '../checkout'
import type { ShopContext } from '../../core/server/context'
import { callGateway } from './call'

const address = ({ shop }: ShopContext) => `${shop.checkoutUrl}/ctp/api/checkouts`
/** Beside those that every call has (docs/gateway.md#endpoints). */
const headers = { 'x-api-version': '2' }

/**
 * Endpoint 2: makes a payment token. The request is sent as its schema gives it, wrapped in `checkout`;
 * `order.amount` is an integer here, unlike a product's.
 * @throws GatewayError; never repeated. One that may have happened stays unconfirmed: there is no list to look in.
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
 * What became of a payment token: outside the interface (docs/gateway.md#optional-queries), so only for a
 * shop whose gateway has proved to know it. The token opens the payment page: it is in no log.
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
