import 'server-only'
import { productReply, type ProductCreate, type ProductReply, type ProductUpdate } from '../products/product'
import type { ShopContext } from '../../core/server/context'
import { callGateway } from './call'
import { customerReply, type CustomerCreate, type CustomerReply } from '../customers/customer'
import {
  checkoutReply,
  checkoutStateReply,
  type CheckoutReply,
  type CheckoutRequest,
  type CheckoutState,
} from '../checkouts/checkout'
import { z } from 'zod'
import type { TokenizationRequest } from '../cards/tokenization'
import { transaction, transactionReply, type Transaction } from '../notifications/transaction'

/**
 * Endpoint 1: submits a card and returns the transaction with the card's token. The interface does not show how to
 * authenticate, so it uses the shop's credentials like every other call. Card number and security code never appear in
 * a log, error or cause.
 * @throws GatewayError. A failed request is not retried.
 */
export async function tokenizeAtGateway(
  context: ShopContext,
  request: TokenizationRequest,
): Promise<Transaction> {
  const reply = await callGateway(context, {
    method: 'POST',
    url: `${context.shop.gatewayUrl}/transactions/tokenizations`,
    body: request,
    reply: transactionReply,
  })
  return reply.transaction
}

const checkouts = ({ shop }: ShopContext) => `${shop.checkoutUrl}/ctp/api/checkouts`
/** In addition to the headers of every call (docs/gateway.md#endpoints). */
const checkoutHeaders = { 'x-api-version': '2' }

/**
 * Endpoint 2: creates a payment token. `order.amount` is sent as an integer, unlike a product's.
 * @throws GatewayError. A failed request is not retried: a checkout that may exist stays unconfirmed, because the
 *   gateway has no list of them.
 */
export async function createCheckoutAtGateway(
  context: ShopContext,
  request: CheckoutRequest,
): Promise<CheckoutReply['checkout']> {
  const { checkout } = await callGateway(context, {
    method: 'POST',
    url: checkouts(context),
    headers: checkoutHeaders,
    body: request,
    reply: checkoutReply,
  })
  return checkout
}

/**
 * Reads the state of a payment token. Not part of the interface (docs/gateway.md#optional-queries), so only for a shop
 * whose gateway is known to support it. The token opens the payment page, so it is not logged.
 * @throws GatewayError `gateway_unreadable` if the reply is about another payment token
 */
export async function readCheckoutAtGateway(context: ShopContext, token: string): Promise<CheckoutState> {
  const url = `${checkouts(context)}/${encodeURIComponent(token)}`
  const logPath = `${new URL(checkouts(context)).pathname}/…`
  const { checkout } = await callGateway(context, {
    method: 'GET',
    url,
    logPath,
    headers: checkoutHeaders,
    reply: checkoutStateReply.refine((answer) => (answer.checkout.token ?? token) === token),
    isById: true,
  })
  return checkout
}

/** Converts amount and quantity to strings, as the product endpoints want them (docs/gateway.md#products). */
function onTheWire(product: ProductCreate | ProductUpdate): Record<string, unknown> {
  const { amount, quantity, ...rest } = product
  return {
    ...rest,
    ...(amount === undefined ? {} : { amount: String(amount) }),
    ...(quantity === undefined ? {} : { quantity: String(quantity) }),
  }
}

const catalogue = ({ shop }: ShopContext, list: 'products' | 'customers', id?: string) =>
  `${shop.apmUrl}/${list}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

/** Endpoint 3. @throws GatewayError. A failed request is not retried. */
export const createAtGateway = (context: ShopContext, product: ProductCreate): Promise<ProductReply> =>
  callGateway(context, {
    method: 'POST',
    url: catalogue(context, 'products'),
    body: onTheWire(product),
    reply: productReply,
  })

/**
 * Endpoint 4. An unknown ID is a 302 with a description, or a 404.
 * @throws GatewayError `gateway_unreadable` if the reply is about another product
 */
export const readAtGateway = (context: ShopContext, id: string): Promise<ProductReply> =>
  callGateway(context, {
    method: 'GET',
    url: catalogue(context, 'products', id),
    reply: productReply.refine((reply) => reply.id === id),
    isById: true,
  })

/** Endpoint 6: replies 204 with an empty body. */
export const updateAtGateway = (context: ShopContext, id: string, change: ProductUpdate): Promise<void> =>
  callGateway(context, {
    method: 'PUT',
    url: catalogue(context, 'products', id),
    body: onTheWire(change),
    isById: true,
  })

/** Endpoint 7: replies 201 and the customer. @throws GatewayError. A failed request is not retried. */
export const createCustomerAtGateway = (
  context: ShopContext,
  customer: CustomerCreate,
): Promise<CustomerReply> =>
  callGateway(context, {
    method: 'POST',
    url: catalogue(context, 'customers'),
    body: customer,
    reply: customerReply,
  })

/**
 * Endpoint 8. The interface does not say how it replies to an unknown ID: expect a 302 as with products, a 404, or a 200
 * with null.
 */
export const readCustomerAtGateway = (context: ShopContext, id: string): Promise<CustomerReply | null> =>
  callGateway(context, {
    method: 'GET',
    url: catalogue(context, 'customers', id),
    reply: customerReply.nullable(),
    isById: true,
  })

/*
 * Reading and finding transactions is not part of the interface (docs/gateway.md#optional-queries), so only for a
 * shop whose gateway is known to support it.
 */

const transactionListReply = z.looseObject({ transactions: z.array(transaction) })

/**
 * Reads a transaction by its UID. Returns the text of the reply as it was sent. An unknown UID is a 404.
 * @throws GatewayError `gateway_unreadable` if the reply is about another transaction
 */
export async function readTransactionAtGateway(context: ShopContext, uid: string): Promise<string> {
  const asked = z.looseObject({ transaction: z.looseObject({ uid: z.literal(uid) }) })
  return callGateway(context, {
    method: 'GET',
    url: `${context.shop.gatewayUrl}/transactions/${encodeURIComponent(uid)}`,
    read: (text, json) => (asked.safeParse(json).success ? text : null),
    isById: true,
  })
}

/** Returns the latest transactions with this tracking ID, at most 10 (docs/gateway.md#limits). */
export async function findTransactionsAtGateway(
  context: ShopContext,
  trackingId: string,
): Promise<Transaction[]> {
  const url = `${context.shop.gatewayUrl}/v2/transactions/tracking_id/${encodeURIComponent(trackingId)}`
  const { transactions } = await callGateway(context, {
    method: 'GET',
    url,
    reply: transactionListReply,
    isById: true,
  })
  return transactions
}
