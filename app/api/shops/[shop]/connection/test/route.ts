import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { testSavedConnection } from '@/lib/shops/server/connection/test-connection'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/connection/test', {
  POST: (context, { body }) => testSavedConnection(context, body),
})
