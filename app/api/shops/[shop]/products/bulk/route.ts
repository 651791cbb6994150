import { bulkOrder } from '@/lib/contracts/product-bulk'
import { taskDetail } from '@/lib/contracts/task'
import { otherMethods } from '@/lib/server/other-methods'
import { orderBulk } from '@/lib/server/products/bulk'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'products.write',
  body: bulkOrder,
  response: taskDetail,
  status: 202,
  idempotency: {},
  run: (context, { body }) => orderBulk(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
