import { checkoutDetail, checkoutSettle } from '@/lib/checkouts/schema'
import { settleCheckout } from '@/lib/checkouts/server/settle'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'checkouts.create',
  body: checkoutSettle,
  response: checkoutDetail,
  run: (context, { params, body }) => settleCheckout(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
