import { timelinePage, timelineQuery } from '@/lib/contracts/customer'
import { customerTimeline } from '@/lib/server/customers/timeline'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'customers.read',
  query: timelineQuery,
  response: timelinePage,
  run: (context, { query, params }) => customerTimeline(context, params.id, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
