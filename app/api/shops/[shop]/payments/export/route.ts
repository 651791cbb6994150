import { paymentExportQuery } from '@/lib/payments/export'
import { exportPayments } from '@/lib/payments/server/listing/export'
import { exportRoute, otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = exportRoute({
  permission: 'payments.export',
  isRecentSignInNeeded: true,
  query: paymentExportQuery,
  name: 'payments',
  lines: exportPayments,
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
