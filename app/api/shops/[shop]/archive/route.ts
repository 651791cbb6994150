import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { archiveShop } from '@/lib/shops/server/archive-and-delete'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/archive', {
  PUT: (context, { body }) => archiveShop(context, body),
})
