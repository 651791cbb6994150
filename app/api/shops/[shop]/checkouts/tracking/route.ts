import { checkoutApi } from '@/lib/checkouts/api'
import { trackingUses as findUses } from '@/lib/checkouts/server/listing/list'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(checkoutApi, '/checkouts/tracking', {
  GET: (context, { query }) => findUses(context, query.tracking_id),
})
