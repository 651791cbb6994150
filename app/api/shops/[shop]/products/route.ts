import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { productApi } from '@/lib/products/api'
import { createProduct, settleLostCreate } from '@/lib/products/server/changing/create'
import { listProducts } from '@/lib/products/server/listing/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(productApi, '/products', {
  GET: (context, { query }) => listProducts(context, query),
  POST: {
    idempotency: { settle: (context, { body }, sentAt) => settleLostCreate(context, body, sentAt) },
    run: (context, { body }) => createProduct(context, body),
  },
})
