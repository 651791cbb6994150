import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { forwardingApi } from '@/lib/forwarding/api'
import { changeEndpoint, readEndpoint, removeEndpoint } from '@/lib/forwarding/server/endpoints'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(forwardingApi, '/forwarding/[id]', {
  GET: (context, { params }) => readEndpoint(context, params.id),
  PATCH: (context, { body, params }) => changeEndpoint(context, params.id, body),
  DELETE: (context, { params }) => removeEndpoint(context, params.id),
})
