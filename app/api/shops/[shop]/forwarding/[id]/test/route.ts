import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { forwardingApi } from '@/lib/forwarding/api'
import { testEndpoint } from '@/lib/forwarding/server/send'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(forwardingApi, '/forwarding/[id]/test', {
  POST: (context, { params }) => testEndpoint(context, params.id),
})
