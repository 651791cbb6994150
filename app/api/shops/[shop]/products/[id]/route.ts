import { productDetail } from '@/lib/contracts/product'
import { productUpdate } from '@/lib/gateway/product'
import { otherMethods } from '@/lib/server/other-methods'
import { readProduct } from '@/lib/server/products/read'
import { settleLostUpdate, updateProduct } from '@/lib/server/products/update'
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
  idempotency: {
    settle: (context, { body, params }) => settleLostUpdate(context, params.id, body),
    repeatable: true,
  },
  run: (context, { body, params }) => updateProduct(context, params.id, body),
})

export const { POST, PUT, DELETE, OPTIONS } = otherMethods('GET', 'PATCH')
