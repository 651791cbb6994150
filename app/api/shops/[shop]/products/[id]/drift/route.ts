import { productDetail } from '@/lib/contracts/product'
import { driftDecision } from '@/lib/contracts/product-drift'
import { otherMethods } from '@/lib/server/other-methods'
import { settleDrift } from '@/lib/server/products/settle-drift'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'products.write',
  body: driftDecision,
  response: productDetail,
  run: (context, { params, body }) => settleDrift(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
