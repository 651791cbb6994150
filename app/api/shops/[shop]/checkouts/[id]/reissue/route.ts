import { checkoutApi } from '@/lib/checkouts/api'
import { reissueCheckout, settleLostReissue } from '@/lib/checkouts/server/reissue'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(checkoutApi, '/checkouts/[id]/reissue', {
  POST: {
    idempotency: { settle: (context, { params }, sentAt) => settleLostReissue(context, params.id, sentAt) },
    run: (context, { params, body }) => reissueCheckout(context, params.id, body),
  },
})
