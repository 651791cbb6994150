import { productDetail } from '@/lib/contracts/product'
import { productChange } from '@/lib/contracts/product-change'
import { otherMethods } from '@/lib/server/other-methods'
import { readProduct } from '@/lib/server/products/read'
import { changeProduct } from '@/lib/server/products/change'
import { settleLostUpdate } from '@/lib/server/products/update'
import { shopRoute } from '@/lib/server/route'

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
