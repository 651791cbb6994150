import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { askGateway } from '@/lib/payments/server/ask'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payments/[id]/ask', {
  POST: (context, { params }) => askGateway(context, params.id),
})
