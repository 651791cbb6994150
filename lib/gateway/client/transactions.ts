import 'server-only'
import { z } from 'zod'
import { transaction, transactionReply, type Transaction } from '../transaction'
import type { ShopContext } from '../../core/server/context'
import { callGateway } from './call'

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
