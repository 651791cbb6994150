import { paymentList, paymentListQuery } from '@/lib/contracts/payment'
import { otherMethods } from '@/lib/server/other-methods'
import { listPayments } from '@/lib/server/payments/read'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'payments.read',
  query: paymentListQuery,
  response: paymentList,
  run: (context, { query }) => listPayments(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
