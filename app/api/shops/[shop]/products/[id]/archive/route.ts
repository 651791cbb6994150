import { productDetail } from '@/lib/contracts/product'
import { otherMethods } from '@/lib/server/other-methods'
import { archiveProduct } from '@/lib/server/products/archive'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'products.write',
  response: productDetail,
  run: (context, { params }) => archiveProduct(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
