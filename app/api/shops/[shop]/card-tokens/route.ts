import { z } from 'zod'
import { cardTokenListQuery, cardTokenPage, tokenizationResult } from '@/lib/card-tokens/schema'
import { listCardTokens } from '@/lib/card-tokens/server/list'
import { tokenizeCard } from '@/lib/card-tokens/server/tokenize'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'card_tokens.read',
  query: cardTokenListQuery,
  response: cardTokenPage,
  run: (context, { query }) => listCardTokens(context, query),
})

/**
 * Ignores `Idempotency-Key`, because not even a hash of a card number may be stored. The required fields depend on the
 * shop, so tokenize.ts checks the body; it keeps card data out of the issues.
 */
export const POST = shopRoute({
  permission: 'card_tokens.create',
  body: z.record(z.string(), z.unknown()),
  response: tokenizationResult,
  status: 201,
  run: (context, { body }) => tokenizeCard(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
