import { productDetail } from '@/lib/contracts/product'
import { otherMethods } from '@/lib/server/other-methods'
import { restoreProduct } from '@/lib/server/products/archive'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'products.write',
  response: productDetail,
  run: (context, { params }) => restoreProduct(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
