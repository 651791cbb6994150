import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { overviewApi } from '@/lib/overview/api'
import { payDemo } from '@/lib/overview/server/first-steps'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  overviewApi,
  '/first-steps/demo-payment',
  {
    POST: (context, { body }) => payDemo(context, body),
  },
)
