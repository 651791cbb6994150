import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { readReconciliation } from '@/lib/payments/server/reconciliation/read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  paymentApi,
  '/payments/reconciliations/[id]',
  { GET: (context, { params }) => readReconciliation(context, params.id) },
)
