import { checkoutMakers } from '@/lib/checkouts/schema'
import { checkoutMakers as findMakers } from '@/lib/checkouts/server/list'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: checkoutMakers,
  run: (context) => findMakers(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
