import { bulkOrder } from '@/lib/products/bulk'
import { taskDetail } from '@/lib/jobs/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { orderBulk, settleBulk } from '@/lib/products/server/task-kinds'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'products.write',
  body: bulkOrder,
  response: taskDetail,
  status: 202,
  idempotency: { settle: (context, { body }, sentAt) => settleBulk(context, body, sentAt) },
  run: (context, { body }) => orderBulk(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
