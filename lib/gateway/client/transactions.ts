import 'server-only'
import { z } from 'zod'
import { transaction, transactionReply, type Transaction } from '../transaction'
import type { ShopContext } from '../../core/server/context'
import { callGateway } from './call'
import type { TokenizationRequest } from '../tokenization'

/*
 * Both are outside the interface (docs/gateway.md#optional-queries), so only for a shop whose gateway has
 * proved to know them.
 */

const found = z.looseObject({ transactions: z.array(transaction) })

/** A transaction by its UID. An unknown one is a 404. */
export async function readTransactionAtGateway(context: ShopContext, uid: string): Promise<Transaction> {
  const url = `${context.shop.gatewayUrl}/transactions/${encodeURIComponent(uid)}`
  const reply = await callGateway(context, { method: 'GET', url, reply: transactionReply, one: true })
  return reply.transaction
}

/** The recent transactions with this tracking ID, at most 10 (docs/gateway.md#limits); none where it is unknown. */
export async function findTransactionsAtGateway(
  context: ShopContext,
  trackingId: string,
): Promise<Transaction[]> {
  const url = `${context.shop.gatewayUrl}/v2/transactions/tracking_id/${encodeURIComponent(trackingId)}`
  const { transactions } = await callGateway(context, { method: 'GET', url, reply: found, one: true })
  return transactions
}

/**
 * Endpoint 1: submits a card and answers the transaction with the card's token. The interface does not show its
 * authentication; the shop's credentials, as everywhere else. The request is sent as its schema gives it,
 * wrapped in `request`; card number and security code are in it and in no log, error or cause.
 * @throws GatewayError; never repeated.
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
