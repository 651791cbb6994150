import { trackingQuery, trackingUses } from '@/lib/checkouts/schema'
import { trackingUses as findUses } from '@/lib/checkouts/server/list'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  query: trackingQuery,
  response: trackingUses,
  run: (context, { query }) => findUses(context, query.tracking_id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
