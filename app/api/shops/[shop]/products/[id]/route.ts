import { productDetail } from '@/lib/contracts/product'
import { productUpdate } from '@/lib/gateway/product'
import { readProduct } from '@/lib/server/products/read'
import { updateProduct } from '@/lib/server/products/update'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'products.read',
  response: productDetail,
  run: (context, { params }) => readProduct(context, params.id),
})

export const PATCH = shopRoute({
  permission: 'products.write',
  body: productUpdate,
  response: productDetail,
  idempotency: {},
  run: (context, { body, params }) => updateProduct(context, params.id, body),
})
