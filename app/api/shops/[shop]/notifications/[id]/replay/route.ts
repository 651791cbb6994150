import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { replayNotification } from '@/lib/notifications/server/interpreting/replay'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  notificationApi,
  '/notifications/[id]/replay',
  {
    POST: (context, { params }) => replayNotification(context, params.id),
  },
)
