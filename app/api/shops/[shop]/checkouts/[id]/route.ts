import { checkoutApi } from '@/lib/checkouts/api'
import { checkoutDetail as readCheckout } from '@/lib/checkouts/server/read'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(checkoutApi, '/checkouts/[id]', {
  GET: (context, { params }) => readCheckout(context, params.id),
})
