import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'
import { statementPreviewQuery } from '@/lib/payments/reconciliation/reconciliation'
import { previewStatement } from '@/lib/payments/server/reconciliation/statement/preview'

export const POST = rawRoute({
  permission: 'payments.reconcile',
  query: statementPreviewQuery,
  run: previewStatement,
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
