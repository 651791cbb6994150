import { trackingQuery, trackingUses } from '@/lib/contracts/checkout'
import { trackingUses as findUses } from '@/lib/server/checkouts/tracking'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  query: trackingQuery,
  response: trackingUses,
  run: (context, { query }) => findUses(context, query.tracking_id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
