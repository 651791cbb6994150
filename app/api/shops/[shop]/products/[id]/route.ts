import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { readProduct } from '@/lib/products/server/mirror/read'
import { changeProduct, settleLostUpdate } from '@/lib/products/server/changing/update'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products/[id]', {
  GET: (context, { params }) => readProduct(context, params.id),
  PATCH: {
    idempotency: {
      settle: (context, { body, params }) => settleLostUpdate(context, params.id, body.change),
      isRepeatable: true,
    },
    run: (context, { body, params }) => changeProduct(context, params.id, body),
  },
})
