import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { forwardingApi } from '@/lib/forwarding/api'
import { createEndpoint, listEndpoints } from '@/lib/forwarding/server/endpoints'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(forwardingApi, '/forwarding', {
  GET: (context) => listEndpoints(context),
  POST: (context, { body }) => createEndpoint(context, body),
})
