import { checkoutDetail } from '@/lib/contracts/checkout'
import { checkCheckout } from '@/lib/server/checkouts/check'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'checkouts.read',
  response: checkoutDetail,
  run: (context, { params }) => checkCheckout(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
