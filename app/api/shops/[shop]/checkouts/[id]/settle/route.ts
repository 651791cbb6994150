import { checkoutApi } from '@/lib/checkouts/api'
import { settleCheckout } from '@/lib/checkouts/server/settle'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(checkoutApi, '/checkouts/[id]/settle', {
  POST: (context, { params, body }) => settleCheckout(context, params.id, body),
})
