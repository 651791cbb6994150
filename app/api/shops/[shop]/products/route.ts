import { productDetail, productListQuery, productPage } from '@/lib/contracts/product'
import { productCreate } from '@/lib/gateway/product'
import { otherMethods } from '@/lib/server/other-methods'
import { createProduct, settleLostCreate } from '@/lib/server/products/create'
import { listProducts } from '@/lib/server/products/list'
import { shopRoute } from '@/lib/server/route'

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
