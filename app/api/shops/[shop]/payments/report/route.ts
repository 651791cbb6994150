import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { paymentReportOf } from '@/lib/payments/server/report/report'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payments/report', {
  GET: (context, { query }) => paymentReportOf(context, query),
})
