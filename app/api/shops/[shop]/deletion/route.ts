import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { deleteShop, readDeletion } from '@/lib/shops/server/archive-and-delete'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/deletion', {
  GET: readDeletion,
  POST: (context, { body }) => deleteShop(context, body),
})
