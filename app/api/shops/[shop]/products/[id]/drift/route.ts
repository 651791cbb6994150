import { productDetail } from '@/lib/products/schema'
import { driftDecision } from '@/lib/products/drift'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { settleDrift } from '@/lib/products/server/settle-drift'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'products.write',
  body: driftDecision,
  response: productDetail,
  run: (context, { params, body }) => settleDrift(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
