import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { changeShop, readConnection } from '@/lib/shops/server/connection/connection'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/connection', {
  GET: (context) => readConnection(context),
  PATCH: (context, { body }) => changeShop(context, body),
})
