import { unpaidCheckouts } from '@/lib/contracts/overview'
import { otherMethods } from '@/lib/server/other-methods'
import { unpaidCheckoutsOf } from '@/lib/server/overview/unpaid'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: unpaidCheckouts,
  run: (context) => unpaidCheckoutsOf(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
