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
 * No `Idempotency-Key` counts here: not even a hash of a card number is kept. What a body has to hold hangs on the shop,
 * and is judged where its complaints are kept free of the card (tokenize.ts).
 */
export const POST = shopRoute({
  permission: 'card_tokens.create',
  body: z.record(z.string(), z.unknown()),
  response: tokenizationResult,
  status: 201,
  run: (context, { body }) => tokenizeCard(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
