import 'server-only'
import { z } from 'zod'
import type { ShopContext } from '../../core/server/context'
import type { TokenizationRequest } from '../cards/tokenization'
import { transaction, transactionReply, type Transaction } from '../notifications/transaction'
import { callGateway } from './call'

/*
 * Reading and finding transactions is not part of the interface (docs/gateway.md#optional-queries), so only for a
 * shop whose gateway is known to support it.
 */

const transactionListReply = z.looseObject({ transactions: z.array(transaction) })

/**
 * Reads a transaction by its UID, as the gateway's own text. An unknown one is a 404.
 * @throws GatewayError `gateway_unreadable` if it is another one
 */
export async function readTransactionAtGateway(context: ShopContext, uid: string): Promise<string> {
  const asked = z.looseObject({ transaction: z.looseObject({ uid: z.literal(uid) }) })
  return callGateway(context, {
    method: 'GET',
    url: `${context.shop.gatewayUrl}/transactions/${encodeURIComponent(uid)}`,
    read: (text, json) => (asked.safeParse(json).success ? text : null),
    one: true,
  })
}

/** Returns recent transactions with this tracking ID, at most 10 (docs/gateway.md#limits). An unknown ID has none. */
export async function findTransactionsAtGateway(
  context: ShopContext,
  trackingId: string,
): Promise<Transaction[]> {
  const url = `${context.shop.gatewayUrl}/v2/transactions/tracking_id/${encodeURIComponent(trackingId)}`
  const { transactions } = await callGateway(context, {
    method: 'GET',
    url,
    reply: transactionListReply,
    one: true,
  })
  return transactions
}

/**
 * Endpoint 1: submits a card and returns the transaction with the card's token. The interface does not show how to
 * authenticate, so it uses the shop's credentials like every other call. Card number and security code never appear in
 * a log, error or cause.
 * @throws GatewayError; never repeated
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
