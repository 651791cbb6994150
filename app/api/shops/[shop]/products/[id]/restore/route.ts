import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { restoreProduct } from '@/lib/products/server/changing/archive'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/[id]/restore', {
  POST: (context, { params }) => restoreProduct(context, params.id),
})
