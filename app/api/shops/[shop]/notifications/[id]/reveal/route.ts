import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { revealNotification } from '@/lib/notifications/server/reading/read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  notificationApi,
  '/notifications/[id]/reveal',
  {
    POST: (context, { params }) => revealNotification(context, params.id),
  },
)
