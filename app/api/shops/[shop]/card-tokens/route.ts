import { cardTokenApi } from '@/lib/card-tokens/api'
import { listCardTokens } from '@/lib/card-tokens/server/list'
import { tokenizeCard } from '@/lib/card-tokens/server/tokenize'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(cardTokenApi, '/card-tokens', {
  GET: (context, { query }) => listCardTokens(context, query),
  POST: (context, { body }) => tokenizeCard(context, body),
})
