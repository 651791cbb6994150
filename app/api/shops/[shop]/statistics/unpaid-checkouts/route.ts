import { unpaidCheckouts } from '@/lib/overview/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { unpaidCheckoutsOf } from '@/lib/overview/server/first-steps'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: unpaidCheckouts,
  run: (context) => unpaidCheckoutsOf(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
