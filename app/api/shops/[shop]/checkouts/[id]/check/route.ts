import { checkoutDetail } from '@/lib/checkouts/schema'
import { checkCheckout } from '@/lib/checkouts/server/settle'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'checkouts.read',
  response: checkoutDetail,
  run: (context, { params }) => checkCheckout(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
