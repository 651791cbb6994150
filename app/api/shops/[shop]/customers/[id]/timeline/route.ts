import { timelinePage, timelineQuery } from '@/lib/customers/schema'
import { customerTimeline } from '@/lib/customers/server/timeline'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'customers.read',
  query: timelineQuery,
  response: timelinePage,
  run: (context, { query, params }) => customerTimeline(context, params.id, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
