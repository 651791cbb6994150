import { paymentExportQuery } from '@/lib/payments/export'
import { exportPayments } from '@/lib/payments/server/export'
import { otherMethods, csvFile, rawRoute } from '@/lib/core/server/route/raw-route'

export const GET = rawRoute({
  permission: 'payments.export',
  needsRecentSignIn: true,
  query: paymentExportQuery,
  run: async (context, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(context, `payments-${context.shop.id}-${day}.csv`, exportPayments(context, query))
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
