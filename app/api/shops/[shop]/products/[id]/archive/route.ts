import { productDetail } from '@/lib/products/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { archiveProduct } from '@/lib/products/server/archive'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'products.write',
  response: productDetail,
  run: (context, { params }) => archiveProduct(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
