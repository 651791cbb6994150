import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { linkByHand } from '@/lib/notifications/server/linking/link'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  notificationApi,
  '/notifications/[id]/link',
  {
    PUT: (context, { params, body }) => linkByHand(context, params.id, body),
  },
)
