import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { undoReconciliation } from '@/lib/payments/server/reconciliation/order'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  paymentApi,
  '/payments/reconciliations/[id]/undo',
  { POST: (context, { params }) => undoReconciliation(context, params.id) },
)
