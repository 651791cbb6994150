import { csvFile, otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'
import { reconciliationExportQuery } from '@/lib/payments/reconciliation/export'
import { exportReconciliationRows } from '@/lib/payments/server/reconciliation/export'

export const GET = rawRoute({
  permission: 'payments.reconcile',
  query: reconciliationExportQuery,
  run: async (context, { params, query }) => {
    const lines = await exportReconciliationRows(context, params.id, query)
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(context, `reconciliation-${query.query.result}-${context.shop.id}-${day}.csv`, lines)
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
