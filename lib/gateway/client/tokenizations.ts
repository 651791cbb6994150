import 'server-only'
import type { TokenizationRequest } from '../tokenization'
import { transactionReply, type Transaction } from '../transaction'
import type { ShopContext } from '../../core/server/context'
import { callGateway } from './call'

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
  const { transaction } = await callGateway(context, {
    method: 'POST',
    url: `${context.shop.gatewayUrl}/transactions/tokenizations`,
    body: request,
    reply: transactionReply,
  })
  return transaction
}
