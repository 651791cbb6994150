import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { overviewApi } from '@/lib/overview/api'
import { unpaidCheckoutsOf } from '@/lib/overview/server/statistics'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  overviewApi,
  '/statistics/unpaid-checkouts',
  {
    GET: (context) => unpaidCheckoutsOf(context),
  },
)
