import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { listPayments } from '@/lib/payments/server/listing/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payments', {
  GET: (context, { query }) => listPayments(context, query),
})
