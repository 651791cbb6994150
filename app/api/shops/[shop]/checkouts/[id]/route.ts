import { checkoutDetail } from '@/lib/checkouts/schema'
import { checkoutDetail as readCheckout } from '@/lib/checkouts/server/detail'
import { otherMethods } from '@/lib/core/server/route/other-methods'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: checkoutDetail,
  run: (context, { params }) => readCheckout(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
