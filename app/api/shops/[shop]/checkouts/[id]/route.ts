import { checkoutDetail } from '@/lib/contracts/checkout'
import { checkoutDetail as readCheckout } from '@/lib/server/checkouts/detail'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: checkoutDetail,
  run: (context, { params }) => readCheckout(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
