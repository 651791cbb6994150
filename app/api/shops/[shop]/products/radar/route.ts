import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { radarOf } from '@/lib/products/server/listing/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/radar', {
  GET: (context) => radarOf(context),
})
