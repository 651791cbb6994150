import { checkoutMakers } from '@/lib/contracts/checkout'
import { checkoutMakers as findMakers } from '@/lib/server/checkouts/makers'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: checkoutMakers,
  run: (context) => findMakers(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
