import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { orderCopy, settleCopy } from '@/lib/products/server/copying/copy'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/copy', {
  POST: {
    idempotency: { settle: (context, { body }, sentAt) => settleCopy(context, body, sentAt) },
    run: (context, { body }) => orderCopy(context, body),
  },
})
