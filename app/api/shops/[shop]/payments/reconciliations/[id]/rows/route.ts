import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { listReconciliationRows } from '@/lib/payments/server/reconciliation/rows'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  paymentApi,
  '/payments/reconciliations/[id]/rows',
  { GET: (context, { params, query }) => listReconciliationRows(context, params.id, query) },
)
