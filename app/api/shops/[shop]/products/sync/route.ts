import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { syncProducts } from '@/lib/products/server/mirror/mirror'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/sync', {
  POST: async (context) => ({ outcome: await syncProducts(context) }),
})
