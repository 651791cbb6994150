import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'
import { reconciliationCreateQuery } from '@/lib/payments/reconciliation/reconciliation'
import { takeStatement } from '@/lib/payments/server/reconciliation/statement/take'

export const POST = rawRoute({
  permission: 'payments.reconcile',
  query: reconciliationCreateQuery,
  run: takeStatement,
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
