import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { describeShop } from '@/lib/shops/server/describe'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/', {
  GET: describeShop,
})
