import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { forwardingApi } from '@/lib/forwarding/api'
import { rotateSecret } from '@/lib/forwarding/server/endpoints'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  forwardingApi,
  '/forwarding/[id]/secret',
  {
    POST: (context, { params }) => rotateSecret(context, params.id),
  },
)
