import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { linkPayment } from '@/lib/payments/server/detail/link'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payments/[id]/link', {
  PUT: (context, { params, body }) => linkPayment(context, params.id, body),
})
