import { payment, paymentAcceptance } from '@/lib/payments/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { acceptPayment } from '@/lib/payments/server/accept'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'payments.accept',
  body: paymentAcceptance,
  response: payment,
  run: (context, { params, body }) => acceptPayment(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
