import { payment, paymentAcceptance } from '@/lib/contracts/payment'
import { otherMethods } from '@/lib/server/other-methods'
import { acceptPayment } from '@/lib/server/payments/accept'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'payments.accept',
  body: paymentAcceptance,
  response: payment,
  run: (context, { params, body }) => acceptPayment(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
