import { checkoutDetail, checkoutReissue } from '@/lib/checkouts/schema'
import { reissueCheckout, settleLostReissue } from '@/lib/checkouts/server/reissue'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'checkouts.create',
  body: checkoutReissue,
  response: checkoutDetail,
  status: 201,
  idempotency: { settle: (context, { params }, sentAt) => settleLostReissue(context, params.id, sentAt) },
  run: (context, { params, body }) => reissueCheckout(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
