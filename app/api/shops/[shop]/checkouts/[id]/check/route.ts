import { checkoutApi } from '@/lib/checkouts/api'
import { checkCheckout } from '@/lib/checkouts/server/settle'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(checkoutApi, '/checkouts/[id]/check', {
  POST: (context, { params }) => checkCheckout(context, params.id),
})
