import { apiTokenApi } from '@/lib/api-tokens/api'
import { revokeShopToken } from '@/lib/api-tokens/server/tokens'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(apiTokenApi, '/api-tokens/[id]/revoke', {
  POST: (context, { params }) => revokeShopToken(context, params.id),
})
