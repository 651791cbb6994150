import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { archiveProduct } from '@/lib/products/server/changing/archive'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/[id]/archive', {
  POST: (context, { params }) => archiveProduct(context, params.id),
})
