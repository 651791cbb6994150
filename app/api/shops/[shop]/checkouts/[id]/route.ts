import { checkoutDetail } from '@/lib/checkouts/schema'
import { checkoutDetail as readCheckout } from '@/lib/checkouts/server/read'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: checkoutDetail,
  run: (context, { params }) => readCheckout(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
