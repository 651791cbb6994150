import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { forwardingApi } from '@/lib/forwarding/api'
import { enableEndpoint } from '@/lib/forwarding/server/endpoints'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  forwardingApi,
  '/forwarding/[id]/enable',
  {
    POST: (context, { body, params }) => enableEndpoint(context, params.id, body),
  },
)
