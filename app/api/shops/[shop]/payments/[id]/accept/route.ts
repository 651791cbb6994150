import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { acceptPayment } from '@/lib/payments/server/accept'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payments/[id]/accept', {
  POST: (context, { params, body }) => acceptPayment(context, params.id, body),
})
