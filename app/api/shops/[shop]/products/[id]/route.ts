import { productDetail } from '@/lib/products/schema'
import { productChange } from '@/lib/products/change'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { readProduct } from '@/lib/products/server/read'
import { changeProduct, settleLostUpdate } from '@/lib/products/server/update'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'products.read',
  response: productDetail,
  run: (context, { params }) => readProduct(context, params.id),
})

export const PATCH = shopRoute({
  permission: 'products.write',
  body: productChange,
  response: productDetail,
  idempotency: {
    settle: (context, { body, params }) => settleLostUpdate(context, params.id, body.change),
    repeatable: true,
  },
  run: (context, { body, params }) => changeProduct(context, params.id, body),
})

export const { POST, PUT, DELETE, OPTIONS } = otherMethods('GET', 'PATCH')
