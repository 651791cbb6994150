import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { readPaymentDetail } from '@/lib/payments/server/detail/detail'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payments/[id]', {
  GET: (context, { params }) => readPaymentDetail(context, params.id),
})
