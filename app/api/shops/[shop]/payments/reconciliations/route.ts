import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { listReconciliations } from '@/lib/payments/server/reconciliation/read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  paymentApi,
  '/payments/reconciliations',
  { GET: (context, { query }) => listReconciliations(context, query) },
)
