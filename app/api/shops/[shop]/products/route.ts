import { productDetail, productListQuery, productPage } from '@/lib/products/schema'
import { productCreate } from '@/lib/gateway/product'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { createProduct, settleLostCreate } from '@/lib/products/server/create'
import { listProducts } from '@/lib/products/server/list'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'products.read',
  query: productListQuery,
  response: productPage,
  run: (context, { query }) => listProducts(context, query),
})

export const POST = shopRoute({
  permission: 'products.write',
  body: productCreate,
  response: productDetail,
  status: 201,
  idempotency: { settle: (context, { body }, sentAt) => settleLostCreate(context, body, sentAt) },
  run: (context, { body }) => createProduct(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
