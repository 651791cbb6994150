import { checkoutDetail, checkoutReissue } from '@/lib/contracts/checkout'
import { reissueCheckout, settleLostReissue } from '@/lib/server/checkouts/reissue'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'checkouts.create',
  body: checkoutReissue,
  response: checkoutDetail,
  status: 201,
  idempotency: { settle: (context, { params }, sentAt) => settleLostReissue(context, params.id, sentAt) },
  run: (context, { params, body }) => reissueCheckout(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
