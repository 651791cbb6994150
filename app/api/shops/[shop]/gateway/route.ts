import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { gatewayHealthOf } from '@/lib/gateway/client/health'
import { shopApi } from '@/lib/shops/api'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/gateway', {
  GET: ({ shop }) => gatewayHealthOf(shop),
})
