import { checkoutApi } from '@/lib/checkouts/api'
import { createCheckout, settleLostCheckout } from '@/lib/checkouts/server/create'
import { listCheckouts } from '@/lib/checkouts/server/listing/list'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(checkoutApi, '/checkouts', {
  GET: (context, { query }) => listCheckouts(context, query),
  POST: {
    idempotency: { settle: (context, { body }, sentAt) => settleLostCheckout(context, body, sentAt) },
    run: (context, { body }) => createCheckout(context, body),
  },
})
