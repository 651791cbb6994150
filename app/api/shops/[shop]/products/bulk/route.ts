import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { orderBulk, settleBulk } from '@/lib/products/server/bulk/job-kinds'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/bulk', {
  POST: {
    idempotency: { settle: (context, { body }, sentAt) => settleBulk(context, body, sentAt) },
    run: (context, { body }) => orderBulk(context, body),
  },
})
