import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { totalReconciliationRows } from '@/lib/payments/server/reconciliation/rows'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  paymentApi,
  '/payments/reconciliations/[id]/totals',
  { GET: (context, { params, query }) => totalReconciliationRows(context, params.id, query) },
)
