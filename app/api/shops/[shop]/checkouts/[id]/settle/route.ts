import { checkoutDetail, checkoutSettle } from '@/lib/contracts/checkout'
import { settleCheckout } from '@/lib/server/checkouts/settle'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'checkouts.create',
  body: checkoutSettle,
  response: checkoutDetail,
  run: (context, { params, body }) => settleCheckout(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
