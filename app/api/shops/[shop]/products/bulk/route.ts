import { bulkOrder } from '@/lib/contracts/product-bulk'
import { taskDetail } from '@/lib/contracts/task'
import { otherMethods } from '@/lib/server/other-methods'
import { orderBulk, settleBulk } from '@/lib/server/products/bulk'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'products.write',
  body: bulkOrder,
  response: taskDetail,
  status: 202,
  idempotency: { settle: (context, { body }, sentAt) => settleBulk(context, body, sentAt) },
  run: (context, { body }) => orderBulk(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
