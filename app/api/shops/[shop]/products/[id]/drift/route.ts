import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { settleDrift } from '@/lib/products/server/changing/settle-drift'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/[id]/drift', {
  POST: (context, { params, body }) => settleDrift(context, params.id, body),
})
