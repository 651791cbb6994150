import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { productHistory } from '@/lib/products/server/changing/history'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/[id]/history', {
  GET: (context, { query, params }) => productHistory(context, params.id, query),
})
