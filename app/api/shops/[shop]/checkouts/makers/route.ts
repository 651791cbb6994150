import { checkoutApi } from '@/lib/checkouts/api'
import { checkoutMakers as findMakers } from '@/lib/checkouts/server/listing/list'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(checkoutApi, '/checkouts/makers', {
  GET: (context) => findMakers(context),
})
