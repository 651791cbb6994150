import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { sayMissing } from '@/lib/payments/server/reconciliation/order'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  paymentApi,
  '/payments/reconciliations/[id]/missing',
  { POST: (context, { params, body }) => sayMissing(context, params.id, body) },
)
