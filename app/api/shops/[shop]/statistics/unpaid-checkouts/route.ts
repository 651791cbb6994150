import { unpaidCheckouts } from '@/lib/overview/schema'
import { otherMethods } from '@/lib/core/server/route/other-methods'
import { unpaidCheckoutsOf } from '@/lib/overview/server/unpaid'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: unpaidCheckouts,
  run: (context) => unpaidCheckoutsOf(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
