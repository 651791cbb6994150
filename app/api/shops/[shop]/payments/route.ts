import { paymentList, paymentListQuery } from '@/lib/payments/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { listPayments } from '@/lib/payments/server/read'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'payments.read',
  query: paymentListQuery,
  response: paymentList,
  run: (context, { query }) => listPayments(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
