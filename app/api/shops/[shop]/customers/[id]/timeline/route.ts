import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { customerTimeline } from '@/lib/customers/server/reading/timeline'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  customerApi,
  '/customers/[id]/timeline',
  {
    GET: (context, { query, params }) => customerTimeline(context, params.id, query),
  },
)
