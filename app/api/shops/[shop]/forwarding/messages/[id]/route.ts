import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { forwardingApi } from '@/lib/forwarding/api'
import { readMessage } from '@/lib/forwarding/server/messages'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  forwardingApi,
  '/forwarding/messages/[id]',
  {
    GET: (context, { params }) => readMessage(context, params.id),
  },
)
