import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { restoreKey } from '@/lib/shops/server/connection/keys'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/connection/key/restore', {
  POST: (context, { body }) => restoreKey(context, body),
})
