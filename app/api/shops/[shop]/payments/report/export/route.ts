import { exportRoute, otherMethods } from '@/lib/core/server/route/raw-route'
import { paymentReportExportQuery } from '@/lib/payments/report'
import { exportPaymentReport } from '@/lib/payments/server/report/report'

export const GET = exportRoute({
  permission: 'statistics.read',
  query: paymentReportExportQuery,
  name: 'payment-report',
  lines: exportPaymentReport,
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
