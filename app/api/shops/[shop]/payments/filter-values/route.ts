import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { paymentFilterValues } from '@/lib/payments/server/listing/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payments/filter-values', {
  GET: (context) => paymentFilterValues(context),
})
