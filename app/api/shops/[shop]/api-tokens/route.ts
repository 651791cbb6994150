import { apiTokenApi } from '@/lib/api-tokens/api'
import { listTokens, makeShopToken } from '@/lib/api-tokens/server/tokens'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(apiTokenApi, '/api-tokens', {
  GET: (context) => listTokens(context),
  POST: (context, { body }) => makeShopToken(context, body),
})
